// Shows the API reference with Swagger UI. It sends no request but the one for our own OpenAPI document.

const place = document.getElementById('reference')

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

// Swagger UI's own markup, mended for readers with assistive technology: no link inside a button, and a name for each choice of an example.
const plainPaths = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', {}, text) },
})
new MutationObserver(() => {
  for (const choice of place.querySelectorAll('select.examples-select-element:not([aria-label])'))
    choice.setAttribute('aria-label', 'Example')
}).observe(place, { childList: true, subtree: true })

window.SwaggerUIBundle({
  plugins: [plainPaths],
  domNode: place,
  url: place.dataset.document,
  validatorUrl: null,
  supportedSubmitMethods: [],
  tryItOutEnabled: false,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { activated: false },
})
