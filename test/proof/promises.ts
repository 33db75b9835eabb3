// Every promise with a proof: the test, by file and name. A test records its figures with `proved`.

export const GROUPS = {
  kills: 'Processes that are killed',
  swaps: 'Publications during requests',
  bundles: 'Damaged bundles',
  disks: 'Disks that take no writes',
  hostile: 'Hostile and careless callers',
  stop: 'An end in order',
  time: 'Half an hour, and the nation',
} as const

export interface Promised {
  group: keyof typeof GROUPS
  promise: string
  file: string
  /** Its own name, without those of its suites. */
  test: string
}

export const PROMISES = {
  killed_publisher: {
    group: 'kills',
    promise:
      'A publisher killed at any moment: bundle and events agree, and no event is lost, repeated or out of order.',
    file: 'test/build/publish/publish-killed.long.test.ts',
    test: 'killed at any moment, the committed events are complete and replay to the current bundle',
  },
  killed_watch: {
    group: 'kills',
    promise: 'A watch killed during a change: the next one publishes the change, once.',
    file: 'test/cli/watch-lock.long.test.ts',
    test: 'killed, loses none and tells none twice: the next one catches up',
  },
  killed_nightly: {
    group: 'kills',
    promise: 'A nightly killed at each of its steps: the server keeps the old bundle, and the next run completes.',
    file: 'test/whole/kill.long.test.ts',
    test: 'after each step, again and again',
  },
  killed_server: {
    group: 'kills',
    promise:
      'A server killed while it sends events: each reader that resumes from its last id receives every event in order, and repeats have the same id.',
    file: 'test/whole/served-killed.long.test.ts',
    test: 'killed again and again under streams and pollers: each receives every event, in order',
  },
  killed_worker: {
    group: 'kills',
    promise: 'Workers paused and killed: an event arrives only when every worker serves its data, in order and once.',
    file: 'test/whole/released-workers.long.test.ts',
    test: 'a delivered event is served by every worker, while one is slowed and one is killed',
  },
  cluster: {
    group: 'kills',
    promise:
      'Servers, publishers, PostgreSQL and the object storage of a cluster are killed: each reader receives every event in order, and can read it on every server under lease.',
    file: 'test/deploy/cluster/cluster.long.test.ts',
    test: 'everything is killed: readers receive each event once by its id, in order, and can read it on every server',
  },
  released: {
    group: 'swaps',
    promise:
      'Once an event is delivered, each of three servers serves its data, under load, with one slowed and one killed.',
    file: 'test/whole/released.long.test.ts',
    test: 'a delivered event is served by each of three servers',
  },
  full_disk: {
    group: 'disks',
    promise: 'A full disk does not stop reads; limits, keys and the feed continue once there is room.',
    file: 'test/whole/full-disk.long.test.ts',
    test: 'does not stop reads of a running server; limits count in memory, and are written afterwards',
  },
  full_disk_ingest: {
    group: 'disks',
    promise: 'An ingest on a full disk replaces each source completely or leaves it unchanged, and names the cause.',
    file: 'test/whole/full-disk-ingest.long.test.ts',
    test: 'with any space left: no partial source, the first error, and no fault once there is room',
  },
  full_disk_backup: {
    group: 'disks',
    promise: 'A backup on a full disk ends; the earlier backup stays whole, and the space is free again.',
    file: 'test/cli/backup.long.test.ts',
    test: 'ends the backup at whatever byte is too many; the earlier one stays whole, and the space is free again',
  },
  failing_ingest: {
    group: 'disks',
    promise:
      'The Nth write, flush or rename of an ingest fails: each source is replaced completely or stays unchanged, the cause is named, and the next ingest gives the rows of an undisturbed one.',
    file: 'test/whole/failing-calls.long.test.ts',
    test: 'the Nth call of an ingest fails: no partial source, and the next ingest completes',
  },
  failing_publish: {
    group: 'disks',
    promise:
      'The Nth write, flush or rename of a publication fails: bundle and events agree, no event is partial, reads continue, the cause is named, and the next publication completes.',
    file: 'test/whole/failing-calls.long.test.ts',
    test: 'the Nth call of a publication fails: bundle and events agree, and the next publication completes',
  },
  failing_backup: {
    group: 'disks',
    promise:
      'The Nth write, flush or rename of a backup fails: the cause is named, every listed backup is whole, and the next backup completes.',
    file: 'test/whole/failing-calls.long.test.ts',
    test: 'the Nth call of a backup fails: every listed backup is whole, and the next backup completes',
  },
  failing_swap: {
    group: 'disks',
    promise:
      'The Nth write, flush or rename of a server that opens a publication fails: it answers with 200, serves the new data, and sends every event once there is room.',
    file: 'test/whole/failing-calls.long.test.ts',
    test: 'the Nth call of a swap fails: reads continue, and the server serves the publication and its events',
  },
  generated: {
    group: 'hostile',
    promise: 'Generated requests of every route: no server error, and each answer matches the OpenAPI document.',
    file: 'test/server/generated.test.ts',
    test: 'generated requests: no server error, each answer matches the document',
  },
  hostile: {
    group: 'hostile',
    promise:
      'Malformed requests, slow connections, hostile strings and bodies: no server error, no crash, flat memory, and others are answered as before.',
    file: 'test/whole/hostile.long.test.ts',
    test: 'no attack causes a server error, ends the process, grows its memory or slows others',
  },
  swaps: {
    group: 'swaps',
    promise: 'Bundles are swapped under load: no request fails, and each body is the complete answer of one bundle.',
    file: 'test/whole/swaps.long.test.ts',
    test: 'hot swaps under load: no failure, and each body is of one bundle',
  },
  sigterm: {
    group: 'stop',
    promise: 'SIGTERM: every stream is told where to resume, no request is cut off, and the process ends.',
    file: 'test/whole/sigterm.long.test.ts',
    test: 'every stream is told where to resume, and no request is cut off',
  },
  mutated: {
    group: 'bundles',
    promise: 'A damaged bundle is refused, named in the log and counted by a metric; the one in service stays.',
    file: 'test/whole/mutated.long.test.ts',
    test: 'each mutated bundle is refused and named, counted and logged, and the old one stays in service',
  },
  soak: {
    group: 'time',
    promise: 'Memory, descriptors and the write-ahead log stay flat under mixed load with a publication each minute.',
    file: 'test/whole/soak.long.test.ts',
    test: 'half an hour of mixed load: memory, descriptors and the write-ahead log stay flat',
  },
  nation_memory: {
    group: 'time',
    promise: 'A server over the whole nation uses less than 512 MB, without the mapped pages of the bundle.',
    file: 'test/whole/national-memory.long.test.ts',
    test: 'a server over the nation uses less than 512 MB under mixed reads',
  },
} as const satisfies Record<string, Promised>

export type PromiseName = keyof typeof PROMISES

export const promiseNames = Object.keys(PROMISES).filter((name): name is PromiseName => name in PROMISES)
