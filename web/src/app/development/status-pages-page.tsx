import './development.css'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PortalNotFound } from '../status/not-found.tsx'
import { PageFault } from '../status/render-fault.tsx'
import { ServerTimedOut } from '../status/server-timed-out.tsx'
import { SiteNotFoundPage } from '../status/site-not-found-page.tsx'

/** The pages shown when something is missing or fails, for developers. */
export function StatusPagesPage() {
  const [fails, setFails] = useState(false)
  if (fails) throw new Error('Asked for on the page of status pages')
  return (
    <>
      <PageHead
        title="Status pages"
        sub="Only while developing"
        actions={<Button onClick={() => setFails(true)}>Fail to render</Button>}
      />
      <div className="status-pages">
        <PortalNotFound />
        <SiteNotFoundPage />
        <ServerTimedOut />
        <PageFault error={chunkError} reset={() => {}} />
      </div>
    </>
  )
}

/** The code of a page could not be loaded. */
const chunkError = Object.assign(new Error('Loading chunk failed'), { name: 'ChunkLoadError' })
