/** The texts of emails that are not about alerts. */
export const mails = {
  layout: {
    copyLink: 'If the button doesn’t work, copy this link into your browser:',
    sentBy: (portal: string) => `Sent by the portal at ${portal}`,
  },
  account: {
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    unasked: "If you didn't ask for this, you can ignore this email.",
    notYou: (url: string) => `If this wasn't you, choose a new password now: ${url}`,
    signIn: 'Sign in',
    signedOut: "You've been signed out everywhere.",
    anAdministrator: 'An administrator',
    confirmation: {
      isYours: 'Please confirm that this email address is yours.',
      act: 'Confirm my account',
      life: 'The link works once, within seven days.',
      account: {
        subject: 'Confirm your account',
        why: 'An account was created for you on the EoT LIVE portal.',
      },
      site: {
        subject: 'Confirm your account and your site',
        why: 'Your site was registered on the EoT LIVE portal, and you are its administrator.',
      },
      address: {
        subject: 'Confirm your new email address',
        why: 'An administrator changed the email address of your EoT LIVE account to this one.',
      },
    },
    temporary: {
      own: "You'll choose your own password when you sign in.",
      label: 'Temporary password',
      life: (email: string) => `Sign in with ${email}. The temporary password works for seven days.`,
      invitation: {
        subject: 'Welcome to EoT LIVE',
        why: (inviter: string) => `${inviter} invited you to the EoT LIVE portal.`,
      },
      password: {
        subject: 'Your temporary password',
        why: (inviter: string) =>
          `${inviter} sent you a new temporary password. Your old password no longer works.`,
      },
    },
    reset: {
      subject: 'Reset your password',
      why: 'Someone, most likely you, asked to reset the password for your account.',
      act: 'Choose a new password',
      life: 'The link works once, within one hour.',
    },
    known: {
      subject: 'You already have an account',
      why: 'Someone, most likely you, tried to register with your email address. You already have an account, so nothing was changed.',
      forgot: (url: string) => `If you forgot your password, you can reset it: ${url}`,
    },
    passwordChanged: {
      subject: 'Your password was changed',
      what: 'The password for your account was changed.',
    },
    twoFactorEnabled: {
      subject: 'Two-factor authentication was turned on',
      what: 'Signing in to your account now requires a code as well as your password.',
    },
    twoFactorDisabled: {
      subject: 'Two-factor authentication was turned off',
      what: 'Signing in to your account now requires only your password.',
    },
    twoFactorReset: {
      subject: 'Your two-factor authentication was reset',
      what: 'An administrator removed the second factor from your account, so that you can set up a new one.',
      onlyPassword: "Signing in now requires only your password. You've been signed out everywhere.",
      unasked: (url: string) =>
        `If you didn't ask for this, tell your administrator and choose a new password: ${url}`,
    },
    addressChanged: {
      subject: 'Your email address was changed',
      what: 'An administrator changed the email address of your account. You can no longer sign in with this one.',
      unexpected: "If you didn't expect this, please contact your administrator.",
    },
    sessionEnded: {
      subject: 'One of your sessions was ended',
      what: 'A sign-in token for your account was used again long after it had been replaced. It may have been copied, so that session was ended everywhere.',
      again: 'Please sign in again.',
    },
  },
  webhook: {
    unnamed: 'one of your receivers',
    subject: (name: string) => `Webhook stopped: ${name}`,
    heading: 'A webhook was stopped',
    gone: 'Its receiver has answered that it is gone (HTTP 410).',
    failing: 'Its receiver has accepted nothing for five days.',
    next: 'Nothing is sent to it until somebody resumes the webhook request. Fix the cause, then choose Resume. What was not delivered can be sent again from the webhook log.',
    see: 'See the webhook requests',
  },
}
