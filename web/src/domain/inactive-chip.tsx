import { t } from '../texts/i18n.ts'
import { Chip } from '../ui/chip.tsx'

/** Marks a site that is inactive or below an inactive one. Beside the name of a site wherever its state matters. */
export const InactiveChip = () => <Chip tone="outline">{t('shell.inactive')}</Chip>
