import { startIngest } from './ingest.fixture.ts'

// An ingest process of its own for tests that kill or freeze one: `node ingest.process.ts <connection> <environment>`, both JSON. Prints `receives` whenever
// it becomes the one that receives, and ends in order with SIGTERM.

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
