// In the browser: maps zoom and move, by d3-zoom. Buttons and keys do the same as the mouse and fingers. The page's own scroll stays:
// a wheel needs Ctrl, and one finger moves a map only after it is zoomed.

const { select, zoom, zoomIdentity } = globalThis.d3

const TIMES_MAX = 8
const TIMES_STEP = 2
/** The part of the map that an arrow key moves. */
const MOVE_SHARE = 0.1

function startZoom(view) {
  const svg = view.querySelector('svg')
  const layers = svg.querySelector('g')
  const words = JSON.parse(view.dataset.zoom)
  const { x, y, width, height } = svg.viewBox.baseVal
  const corners = [
    [x, y],
    [x + width, y + height],
  ]
  let times = 1
  const level = document.createElement('span')
  level.className = 'unseen'
  level.setAttribute('role', 'status')

  const behaviour = zoom()
    .scaleExtent([1, TIMES_MAX])
    .extent(corners)
    .translateExtent(corners)
    .duration(durationIn(view))
    .filter((event) => {
      if (event.type === 'wheel') return event.ctrlKey || event.metaKey
      if (event.touches) return event.touches.length > 1 || times > 1
      return !event.button && !event.ctrlKey
    })
    .on('zoom', ({ transform }) => {
      times = transform.k
      layers.setAttribute('transform', transform.toString())
      view.classList.toggle('zoomed', times > 1)
    })
    .on('end', () => {
      const text = words.level.replace('{times}', `${Math.round(times * 10) / 10}×`)
      if (level.textContent !== text && (times > 1 || level.textContent !== '')) level.textContent = text
    })
  const map = select(svg).call(behaviour)
  // Where the page scrolls already, a browser lets nobody stop it: these fingers are the page's, not the map's.
  svg.addEventListener(
    'touchmove',
    (event) => {
      if (!event.cancelable) event.stopImmediatePropagation()
    },
    { capture: true, passive: true },
  )

  const act = (name, ...values) => {
    const duration = durationIn(view)
    behaviour[name](duration > 0 ? map.transition().duration(duration) : map, ...values)
  }
  const moves = {
    in: () => act('scaleBy', TIMES_STEP),
    out: () => act('scaleBy', 1 / TIMES_STEP),
    whole: () => act('transform', zoomIdentity),
  }
  const move = (across, down) =>
    act('translateBy', (across * MOVE_SHARE * width) / times, (down * MOVE_SHARE * height) / times)

  const buttons = document.createElement('div')
  buttons.className = 'zoom-buttons'
  for (const [name, sign] of [
    ['in', '+'],
    ['out', '−'],
    ['whole', words.whole],
  ]) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'quiet'
    button.textContent = sign
    button.setAttribute('aria-label', `${words[name]}: ${words.map}`)
    button.title = words[name]
    button.addEventListener('click', moves[name])
    buttons.append(button)
  }
  view.append(buttons, level)

  const keys = {
    ArrowLeft: () => move(1, 0),
    ArrowRight: () => move(-1, 0),
    ArrowUp: () => move(0, 1),
    ArrowDown: () => move(0, -1),
    '+': moves.in,
    '-': moves.out,
    0: moves.whole,
  }
  view.tabIndex = 0
  view.setAttribute('role', 'group')
  view.setAttribute('aria-label', `${words.map}. ${words.keys}`)
  view.addEventListener('keydown', (event) => {
    const pressed = keys[event.key]
    const isMove = event.key.startsWith('Arrow')
    if (event.target !== view || !pressed || event.ctrlKey || event.metaKey || event.altKey) return
    // The whole map cannot move: then the arrows scroll the page.
    if (isMove && times === 1) return
    event.preventDefault()
    pressed()
  })
}

/** In milliseconds; 0 for readers who ask for less motion. */
function durationIn(element) {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--motion')) * 1000
}

for (const view of document.querySelectorAll('[data-zoom]')) startZoom(view)
for (const hint of document.querySelectorAll('[data-zoom-hint]')) hint.hidden = false
