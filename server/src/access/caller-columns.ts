/** The columns of a caller that come from the user, with their role and site. */
export const callerColumns = [
  'app_user.id as userId',
  'app_user.full_name as fullName',
  'app_user.email as email',
  'site.id as siteId',
  'site.path as sitePath',
  'site.time_zone as timeZone',
  'role.name as roleName',
  'role.priority as priority',
  'app_user.session_version as sessionVersion',
] as const
