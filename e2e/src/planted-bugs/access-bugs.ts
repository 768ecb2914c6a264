import type { PlantedBug } from './planted-bug.ts'

const sites = 'server/src/features/sites/sites.test.ts'
const signIn = 'server/src/features/auth/sign-in/auth.test.ts'
const secondFactor = 'server/src/features/auth/second-factor/second-factor.test.ts'
const secondFactorQueries = 'server/src/features/auth/second-factor/second-factor.queries.ts'

/** Bugs of scopes, permissions, sessions and second factors. */
export const accessBugs: PlantedBug[] = [
  {
    bug: "a user can name another customer's site",
    file: 'server/src/access/scope.ts',
    from: 'path === undefined || !isWithin(path, caller.sitePath)',
    to: 'path === undefined',
    test: sites,
  },
  {
    bug: 'the inventory is shown to everyone at the top site',
    file: 'server/src/access/scope.ts',
    from: 'includesAllSites && administersInstallation(caller)',
    to: 'includesAllSites',
    test: 'server/src/features/devices/devices.test.ts',
  },
  {
    bug: 'a list without sub-sites includes them',
    file: 'server/src/access/scope.queries.ts',
    from: 'scope.includesSubSites\n    ? sql',
    to: 'scope.path\n    ? sql',
    test: 'server/src/features/alerts/one-alert.test.ts',
    named: 'finds it in the list',
  },
  {
    bug: 'a session that may only set up a second factor may do anything',
    file: 'server/src/access/caller.ts',
    from: "if (caller.isSettingUp) return 'two_factor_setup_required'",
    to: '',
    test: 'server/src/features/auth/second-factor/forced-set-up.test.ts',
  },
  {
    bug: 'permissions are not checked',
    file: 'server/src/access/caller.ts',
    from: "if (access === 'signedIn' || hasPermission(caller, access)) return undefined",
    to: "if (access !== 'anySession') return undefined",
    test: 'server/src/access/refusals.test.ts',
  },
  {
    bug: 'an access token stays valid after a change of the user',
    file: 'server/src/access/callers.ts',
    from: 'caller.sessionVersion === claims.sessionVersion ?',
    to: 'caller.sessionVersion >= claims.sessionVersion ?',
    test: 'server/src/access/callers.test.ts',
  },
  {
    bug: 'a live connection outlives its session',
    file: 'server/src/access/callers.ts',
    from: 'current.filter((one) => versions.get(one.sessionId) === one.sessionVersion)',
    to: 'current',
    test: 'server/src/access/callers.test.ts',
  },
  {
    bug: 'a token of any audience is accepted',
    file: 'server/src/access/access-token.ts',
    from: '      issuer,\n      audience,\n',
    to: '      issuer,\n',
    test: 'server/src/access/access-token.test.ts',
  },
  {
    bug: 'a refresh token can be reused at any time',
    file: 'server/src/features/auth/sessions/refresh.ts',
    from: '<= graceMs',
    to: '<= 1000 * graceMs',
    test: 'server/src/features/auth/sessions/refresh.test.ts',
  },
  {
    bug: 'reuse of a stolen token leaves the session alive',
    file: 'server/src/features/auth/sessions/refresh-tokens.command.ts',
    from: "await queries.endSession(sessionId, 'refresh token reused', now)",
    to: 'sessionId',
    test: signIn,
    named: 'reused after the grace period',
  },
  {
    bug: 'sign-in failures have no limit',
    file: 'server/src/features/auth/sign-in/guard-attempts.command.ts',
    from: 'recent >= failuresAllowed || day >= failuresAllowedADay',
    to: 'recent < 0',
    test: signIn,
    named: 'after ten failures',
  },
  {
    bug: 'a code of the authenticator can be used twice',
    file: secondFactorQueries,
    from: ".where('last_step', '<', step)",
    to: ".where('last_step', '<=', step)",
    test: secondFactor,
    named: 'works once',
  },
  {
    bug: 'a recovery code can be used twice',
    file: secondFactorQueries,
    from: ".where('code_hash', '=', codeHash)\n      .where('used_at', 'is', null)",
    to: ".where('code_hash', '=', codeHash)",
    test: secondFactor,
    named: 'recovery code',
  },
  {
    bug: 'a password that is replaced while it is checked still signs in',
    file: 'server/src/features/auth/sign-in/sign-in.ts',
    from: 'passwordHash !== undefined && passwordHash !== user.passwordHash',
    to: 'passwordHash === null',
    test: 'server/src/features/auth/accounts/recovery.test.ts',
    named: 'is refused and audited',
  },
  {
    bug: 'a save overwrites a change made in the meantime',
    file: 'server/src/access/edit-conflict.queries.ts',
    from: 'given !== undefined && given !== stored.version',
    to: 'given === -1',
    test: 'server/src/features/users/edit-conflict.test.ts',
  },
  {
    bug: 'renaming the own site tells without a limit which customers exist',
    file: 'server/src/features/sites/sites.routes.ts',
    from: 'id.toLowerCase() === caller.siteId && (await isRenamed())',
    to: 'false',
    test: 'server/src/conflicts.test.ts',
    named: 'renames their own site',
  },
  {
    bug: 'texts of any length are composed before they are refused',
    file: 'contract/src/text.ts',
    from: 'z.string().max(mostBeforeComposing, { abort: true })',
    to: 'z.string()',
    test: 'contract/src/text.test.ts',
    named: 'before they are composed',
  },
  {
    bug: 'a page of a list skips rows',
    file: 'server/src/platform/answer-page.ts',
    from: 'offset: Page * PageSize',
    to: 'offset: Page * (PageSize + 1)',
    test: sites,
    named: 'exactly once across its pages',
  },
  {
    bug: 'a search treats a percent sign as a wildcard',
    file: 'server/src/platform/db/search.queries.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text to replace
    from: '`%${literal(text)}%`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text to insert
    to: '`%${text}%`',
    test: sites,
    named: 'wildcard',
  },
]
