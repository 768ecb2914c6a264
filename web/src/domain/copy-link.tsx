import { useLocation, useRouter } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '../lib/time/time-range.ts'
import { useCurrentSiteId } from '../session/current-site.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useCopied } from '../ui/use-copied.ts'
import { sharedSearch } from './shared-search.ts'

/** Copies the address of the page for a colleague. If the browser refuses, shows it for copying by hand. */
export function CopyLink({ range }: { range: TimeRange }) {
  const { t } = useTranslation()
  const [byHand, setByHand] = useState(false)
  const link = useSharedLink(range)
  const { copied, copy = () => setByHand(true) } = useCopied(link, { onRefused: () => setByHand(true) })
  return (
    <>
      <Button icon={copied ? Check : Copy} onClick={() => void copy()} aria-live="polite">
        {t(copied ? 'shareLink.copied' : 'shareLink.copy')}
      </Button>
      <Dialog
        open={byHand}
        onClose={() => setByHand(false)}
        title={t('shareLink.copy')}
        text={t('shareLink.refused')}
        actions={<Button onClick={() => setByHand(false)}>{t('action.close')}</Button>}
      >
        <TextField
          label={t('shareLink.address')}
          readOnly
          mono
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Dialog>
    </>
  )
}

function useSharedLink(range: TimeRange): string {
  const router = useRouter()
  const siteId = useCurrentSiteId()
  const search = useLocation({ select: (location) => location.search })
  // The page is only known at run time, and so are the types of its address.
  const { href } = router.buildLocation({ to: '.', search: sharedSearch(search, range, siteId) as never })
  return new URL(href, location.origin).href
}
