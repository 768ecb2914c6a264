/** System messages above every page. */
export const banner = {
  label: 'Messages from administrators',
  dismiss: 'Dismiss “{{title}}”',
  all: 'All announcements',
} as const
