import type { shareLink as english } from '../en/share-link.ts'
import type { Translated } from './translated.ts'

/** Copying the address of a page. */
export const shareLink: Translated<typeof english> = {
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  refused: 'El navegador no permitió copiar. Copie usted la dirección.',
  address: 'Dirección',
}
