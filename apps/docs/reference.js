// Shows the API reference with Swagger UI. It sends a request for our own OpenAPI document, and those that a reader tries, with the key of
// the field above. Nothing keeps the key.

const place = document.getElementById('reference')

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// Swagger UI's own markup, mended for readers with assistive technology: no link inside a button, a name for each choice of
// an example, and a way to scroll an answer by keyboard.
const plainPaths = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', {}, text) },
})
new MutationObserver(() => {
  for (const choice of place.querySelectorAll('select.examples-select-element:not([aria-label])'))
    choice.setAttribute('aria-label', 'Example')
  for (const body of place.querySelectorAll('pre.microlight:not([tabindex])')) body.tabIndex = 0
}).observe(place, { childList: true, subtree: true })

document.getElementById('reference-key').hidden = false
const key = document.getElementById('own-key')

/** Only requests to this server get the key. */
function withKey(request) {
  const { origin, pathname } = new URL(request.url, location.href)
  if (key.value.trim() !== '' && origin === location.origin && pathname.startsWith('/v1/'))
    request.headers.Authorization = `Bearer ${key.value.trim()}`
  return request
}

window.SwaggerUIBundle({
  plugins: [plainPaths],
  domNode: place,
  url: place.dataset.document,
  validatorUrl: null,
  supportedSubmitMethods: ['get'],
  requestInterceptor: withKey,
  persistAuthorization: false,
  // The command of curl is shown without the key.
  showMutatedRequest: false,
  tryItOutEnabled: false,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { activated: false },
})
