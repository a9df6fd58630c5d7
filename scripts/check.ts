import { execFile } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const steps: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the console', args: ['node_modules/typescript/bin/tsc', '-p', 'packages/web/tsconfig.json'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.', '!**/package.json'] },
  { name: 'imports', args: ['scripts/check-imports.ts'] },
  { name: 'owners of tables', args: ['scripts/check-tables.ts'] },
  { name: 'style', args: ['scripts/check-style.ts'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'released migrations', args: ['scripts/check-migrations.ts'] },
  { name: 'the two READMEs', args: ['scripts/check-readmes.ts'] },
]

/**
 * Runs all checks in parallel. Prints one line for each, and the findings of those that fail.
 * `yields`: runs beside something that must not be slowed down, so the checks only take the time that it leaves.
 */
export const check = async ({ yields = false } = {}): Promise<{ passed: number; failed: number }> => {
  const results = steps.map(async ({ name, args }) => {
    const began = Date.now()
    const { ok, output } = await runNode(args, yields)
    return { name, ok, output, ms: Date.now() - began }
  })
  let failed = 0
  for (const result of results) {
    const { name, ok, output, ms } = await result
    process.stdout.write(`${ok ? '✓' : '✗'} check: ${name} (${(ms / 1000).toFixed(1)} s)\n${ok ? '' : `${output.trimEnd()}\n`}`)
    if (!ok) failed++
  }
  return { passed: steps.length - failed, failed }
}

const runNode = (args: readonly string[], yields: boolean): Promise<{ ok: boolean; output: string }> => {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: root, maxBuffer: 64 * 2 ** 20 }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: stdout + stderr })
    })
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  })
}

if (import.meta.main) {
  const { failed } = await check()
  process.exitCode = failed === 0 ? 0 : 1
}
