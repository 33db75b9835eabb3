// Optional script: every document works without it. It adds a button that copies to each code block.

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
