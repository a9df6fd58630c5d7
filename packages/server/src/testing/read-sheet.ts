import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSheet } from '../platform/sheets/open-sheet.ts'
import { SheetError } from '../platform/sheets/sheet.ts'
import { workbookOf } from './zip.ts'

// Run by a test: reads the file named by the argument and reports by how much this process's memory rose at most. A small file is read
// first, so that one-time loading does not count.
const limits = { rows: 10_000, columns: 100, rowChars: 32_767 }
const read = async (path: string): Promise<string> => {
  try {
    const sheet = await openSheet(path, limits)
    for await (const _ of sheet.rows());
    return 'ok'
  } catch (error) {
    if (error instanceof SheetError) return error.reason
    throw error
  }
}

const [, , path = ''] = process.argv
const small = join(tmpdir(), `emberwatch-small-${process.pid}`)
for (const content of [workbookOf('<row><c><v>1</v></c></row>'), 'a,b\n1,2']) {
  writeFileSync(small, content)
  await read(small)
}
rmSync(small)
/** The peak memory of this process; where the system does not report it, the maximum of samples every few milliseconds. */
const peak = (): number => {
  const peak = existsSync('/proc/self/status')
    ? /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    : undefined
  return peak === undefined ? seen : Number(peak) / 1_024
}
const held = (): number => process.memoryUsage.rss() / 1_048_576
let seen = held()
setInterval(() => (seen = Math.max(seen, held())), 5).unref()

// A peak during the start counts against the file too, so the measure errs on the strict side.
const before = held()
const began = performance.now()
const reason = await read(path)
process.stdout.write(JSON.stringify({ reason, mb: Math.round(peak() - before), ms: Math.round(performance.now() - began) }))
