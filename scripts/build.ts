// The last step of `npm run build`: completes the embedded PostgreSQL in node_modules now, because an installed program may only have read access
// there.
import { join } from 'node:path'
import { findBinaries } from '../packages/server/src/platform/database/postgres-binaries.ts'
import { messageOf } from '../packages/server/src/platform/startup-error.ts'

try {
  findBinaries(join(import.meta.dirname, '../node_modules/.emberwatch-lib'))
} catch (error) {
  // No PostgreSQL is packaged for this machine: it needs DATABASE_URL.
  process.stderr.write(`${messageOf(error)}\n`)
}
