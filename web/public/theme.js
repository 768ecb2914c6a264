// Runs before the first paint, so that the page never flashes in the other theme.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('eot.theme')
  } catch {
    // Storage may be switched off; the system's preference serves then.
  }
  const dark = choice === 'Dark' || (choice !== 'Light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  if (choice !== null) root.classList.add(dark ? 'theme-dark' : 'theme-light')
  // The schema library would otherwise try to compile code, which the content policy forbids and reports.
  globalThis.__zod_globalConfig = { jitless: true }
})()
