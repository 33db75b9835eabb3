// Optional script: every document works without it. It writes the address of this server into the code, and adds a button that
// copies to each code block.

/** The address of a new server, as the guides write it. */
const DEFAULT_ADDRESS = 'http://127.0.0.1:8080'

for (const code of document.querySelectorAll('.docs-text code')) {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (text.data.includes(DEFAULT_ADDRESS)) text.data = text.data.replaceAll(DEFAULT_ADDRESS, location.origin)
  }
}

for (const block of document.querySelectorAll('.docs-text pre')) {
  const code = block.querySelector('code')
  if (!code) continue
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet docs-copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      button.textContent = 'Selected: press Ctrl+C'
    }
  })
  const frame = document.createElement('div')
  frame.className = 'docs-code'
  block.before(frame)
  frame.append(block, button)
}
