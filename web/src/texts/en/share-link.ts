/** Copying the address of a page. */
export const shareLink = {
  copy: 'Copy link',
  copied: 'Link copied',
  refused: 'The browser did not allow copying. Copy the address yourself.',
  address: 'Address',
} as const
