// Optional script: every page works without it. It copies a key, shows a password while it is typed, and refreshes the usage.

const REFRESH_MS = 30_000

const WORDS = {
  en: {
    copied: 'Copied',
    selected: 'Selected: press Ctrl+C',
    show: 'Show',
    hide: 'Hide',
    showPassword: 'Show the password',
  },
  es: {
    copied: 'Copiado',
    selected: 'Seleccionado: pulse Ctrl+C',
    show: 'Mostrar',
    hide: 'Ocultar',
    showPassword: 'Mostrar la contraseña',
  },
}
const words = WORDS[document.documentElement.lang] ?? WORDS.en

for (const button of document.querySelectorAll('[data-copies]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copies)
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = words.copied
    } catch {
      getSelection().selectAllChildren(source)
      button.textContent = words.selected
    }
  })
}

for (const button of document.querySelectorAll('[data-shows]')) {
  const input = document.getElementById(button.dataset.shows)
  button.hidden = false
  button.setAttribute('aria-label', words.showPassword)
  button.setAttribute('aria-pressed', 'false')
  button.textContent = words.show
  const set = (shown) => {
    input.type = shown ? 'text' : 'password'
    button.textContent = shown ? words.hide : words.show
    button.setAttribute('aria-pressed', String(shown))
  }
  button.addEventListener('click', () => set(input.type === 'password'))
  // A browser offers to save a password only from a password field.
  input.form.addEventListener('submit', () => set(false))
}

if (document.querySelector('[data-refreshes]')) {
  setInterval(async () => {
    if (document.visibilityState !== 'visible') return
    const answer = await fetch(`/console?lang=${document.documentElement.lang}`).catch(() => undefined)
    if (!answer?.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const newer = page.querySelector('[data-refreshes]')
    if (newer) document.querySelector('[data-refreshes]').replaceWith(newer)
  }, REFRESH_MS)
}

document.querySelector('[aria-invalid="true"]')?.focus()
