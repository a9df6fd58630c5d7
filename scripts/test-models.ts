import { finish, root, run } from './run-tests.ts'

// `npm run test:models`: all random stories, mutations and kills, of which `npm test` has a fifth.
process.env['MODELS'] = 'all'
const tests = ['model/', 'features/ingest/ingest/fire-mutations', 'features/notify/notify-provider/kill-dispatcher']
finish(await run(tests.map((file) => `${root}/packages/server/src/${file}`)))
