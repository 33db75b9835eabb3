import { startServer } from '../../server/main.ts'
import { AS_OF, openFixture } from './fixture.ts'
import { testOperations } from './operations.ts'

testOperations(async () => {
  const fixture = await openFixture()
  await fixture.publish()
  const options = { paths: fixture.paths, port: 0, asOf: AS_OF, logLevel: 'silent', drainIdle: 10 }
  const server = await startServer({ ...options, trustedProxies: ['127.0.0.1'] })
  return {
    fixture,
    url: () => server.url,
    async close() {
      await server.close()
      await fixture.close()
    },
  }
})
