import { startIngest } from './ingest.fixture.ts'

// A separate ingest process for tests that kill or freeze it: `node ingest-process.testing.ts <connection> <environment>`, both JSON.
// Prints `receives` when it becomes the receiver, and shuts down cleanly on SIGTERM.

const [connection = '{}', environment = '{}'] = process.argv.slice(2)
const started = await startIngest(JSON.parse(connection), JSON.parse(environment))
process.stdout.write('started\n')

let receives = false
setInterval(() => {
  const { ready } = started.ingest.status()
  if (ready !== receives) process.stdout.write(ready ? 'receives\n' : 'stands by\n')
  receives = ready
}, 50)

process.on('SIGTERM', () => {
  void started.stop().then(() => process.exit(0))
})
