import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a query of the users whom subscriptions name, directly or in active lists: `subscription_id`, `stage`, `user_id`, and
 * `list_id`, null if directly. A user can be named several times. People and lists that have moved away from the site of the
 * subscription are left out, since nobody sees or can remove them there. The condition refers to the subscription as `rule` and
 * to the stage as `link.stage`, and gets the id of the user. A list of ids is faster as a condition of `link.subscription_id`.
 */
export const namedReceivers = (
  condition: (userId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select rule.id as subscription_id, link.stage, link.user_id, null::uuid as list_id
    from subscription rule
    join site own on own.id = rule.site_id
    join subscription_user link on link.subscription_id = rule.id
    join app_user person on person.id = link.user_id
    join site home on home.id = person.site_id and starts_with(home.path, own.path)
    where ${condition(sql`link.user_id`)}
  union all
  select rule.id, link.stage, member.user_id, user_list.id
    from subscription rule
    join site own on own.id = rule.site_id
    join subscription_user_list link on link.subscription_id = rule.id
    join user_list on user_list.id = link.user_list_id and user_list.is_active
    join site home on home.id = user_list.site_id and starts_with(home.path, own.path)
    join user_list_user member on member.user_list_id = user_list.id
    where ${condition(sql`member.user_id`)}`
