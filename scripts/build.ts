// The last step of `npm run build`. Starting would complete the embedded PostgreSQL in node_modules; an installed program may only read there.
import { join } from 'node:path'
import { findBinaries } from '../packages/server/src/platform/database/postgres-binaries.ts'
import { messageOf } from '../packages/server/src/platform/startup-error.ts'

try {
  findBinaries(join(import.meta.dirname, '../node_modules/.emberwatch-lib'))
} catch (error) {
  // None is packaged for this machine: it needs DATABASE_URL.
  process.stderr.write(`${messageOf(error)}\n`)
}
