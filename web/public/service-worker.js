// Shows notifications while the portal is closed. The server sends what `PushBody` of deliver-push.job.ts describes.

self.addEventListener('install', () => self.skipWaiting())
// Open pages belong to this worker at once, so that a tap on a notification can lead them elsewhere.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(bodyOf(event))))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

function show({ title, text, path, tag, isUrgent }) {
  return self.registration.showNotification(title, {
    body: text,
    tag,
    // What takes the place of an earlier notification is news too.
    renotify: true,
    requireInteraction: isUrgent,
    icon: '/icons/icon-192.png',
    data: { path },
  })
}

/** A browser must show something for every push, also for one that it does not understand. */
function bodyOf({ data }) {
  try {
    return data.json()
  } catch {
    return { title: 'EoT LIVE', text: '', path: '/', tag: 'unknown', isUrgent: false }
  }
}

async function open(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0]
  if (!page) return self.clients.openWindow(url.href)
  // The browser may refuse the focus; the page changes nevertheless.
  await page.focus().catch(() => undefined)
  await page.navigate(url.href)
}
