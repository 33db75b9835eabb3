// Writes the commit that `dist` was compiled from, with `-dirty` after it where files differ from it. Without git, the file stays as it is.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

// Of this folder alone, not of a repository around it.
const folder = ['--git-dir=.git', '--work-tree=.']
const describe = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty']
const { status, stdout } = spawnSync('git', [...folder, ...describe], { encoding: 'utf8' })
if (status === 0) writeFileSync('dist/commit', stdout)
