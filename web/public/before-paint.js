// Runs before the first paint, so that the page never flashes in the wrong theme, language or frame.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // storage may be disabled; the system preference applies then
    }
  }
  const choice = read('eot.theme')
  const dark = choice === 'Dark' || (choice !== 'Light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset.theme = dark ? 'dark' : 'light'
  if (choice !== null) root.classList.add(dark ? 'theme-dark' : 'theme-light')
  // The language last shown here, or else the browser's.
  const language = read('eot.language') ?? (/^es\b/i.test(navigator.language) ? 'es' : 'en')
  root.lang = language
  if (language !== 'en')
    document.querySelector('link[rel=manifest]').setAttribute('href', `/app.${language}.webmanifest`)
  // Chooses the placeholder frame shown until the program runs.
  const accountPage =
    /^\/(register|register-site|register-flysense-site|password|reset|confirm|mfa|mfa-setup|update-password|about|azure)$/
  root.dataset.shell = accountPage.test(location.pathname)
    ? 'account'
    : read('eot.tokens')
      ? 'portal'
      : 'login'
})()
