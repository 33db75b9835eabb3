// `make graph`: the rooms of the house, floor by floor, and the imports between them. A room lies above the rooms that it imports;
// rooms that import each other, directly or through others, share a floor, and the arrows among them are listed as upward.

import { files, groupsInOrder, roomEdges, roomOf } from './imports.ts'

const edges = roomEdges()
const groups = groupsInOrder(new Map([...edges].map(([room, to]) => [room, to.keys()])))
const floors = new Map<string, number>()
for (const group of groups) {
  const below = group.flatMap((room) => [...(edges.get(room)?.keys() ?? [])].filter((to) => !group.includes(to)))
  const floor = Math.max(0, ...below.map((room) => (floors.get(room) ?? 0) + 1))
  for (const room of group) floors.set(room, floor)
}

const lines: string[] = []
for (let floor = Math.max(...floors.values()); floor >= 0; floor--) {
  lines.push(`floor ${floor}`)
  for (const [room] of [...floors].filter(([, at]) => at === floor).sort())
    lines.push(
      `  ${room.padEnd(22)} ${String(files.filter((file) => roomOf(file) === room).length).padStart(3)} files  → ${
        [...(edges.get(room) ?? [])]
          .sort(([, a], [, b]) => b - a)
          .map(([to, count]) => `${to} ${count}`)
          .join(', ') || '(nothing)'
      }`,
    )
}
const upward = groups
  .filter((group) => group.length > 1)
  .flatMap((group) =>
    group.flatMap((room) =>
      [...(edges.get(room) ?? [])]
        .filter(([to]) => group.includes(to))
        .map(([to, count]) => `${room} → ${to} (${count})`),
    ),
  )
const arrows = [...edges.values()].reduce((sum, to) => sum + to.size, 0)
console.log(lines.join('\n'))
console.log(
  `\n${files.length} files in ${edges.size} rooms on ${Math.max(...floors.values()) + 1} floors, ${arrows} arrows between rooms.`,
)
console.log(
  upward.length === 0 ? 'No rooms import each other.' : `Rooms that import each other:\n  ${upward.join('\n  ')}`,
)
