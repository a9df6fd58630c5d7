import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type InlineConfig, type Reporter, startVitest, type TestModule } from 'vitest/node'

export const root = join(import.meta.dirname, '..')

export interface FileResult {
  passed: number
  failed: number
  skipped: number
  /** One entry for each failed test, and for each error outside of any test. */
  problems: string[]
}

/** By path from the project's folder. Errors that belong to no file are under `''`. */
export type Results = Map<string, FileResult>

const firstLine = (message = 'no message'): string => stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** A file that cannot be loaded, or an error outside of any test, is a failure. */
function resultOf(module: TestModule): FileResult {
  const result: FileResult = { passed: 0, failed: 0, skipped: 0, problems: [] }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'failed') result.problems.push(`${test.fullName}: ${firstLine(errors[0]?.message)}`)
    result[state === 'pending' ? 'skipped' : state]++
  }
  for (const suite of [module, ...module.children.allSuites()])
    for (const error of suite.errors()) result.problems.push(firstLine(error.message))
  result.failed = result.problems.length
  return result
}

interface RunOptions {
  /** Its name in vitest.config.ts, or `!name` for all others. */
  readonly project?: string[]
  /** Results are added to these. */
  readonly results?: Results
  readonly testNamePattern?: string
}

/** Runs the test files whose path contains one of the filters; all of them without filters. */
export async function run(
  filters: string[],
  { project = [], results = new Map(), testNamePattern }: RunOptions = {},
): Promise<Results> {
  const collector: Reporter = {
    onTestRunEnd(modules, errors) {
      for (const module of modules) results.set(relative(root, module.moduleId), resultOf(module))
      const problems = [...(results.get('')?.problems ?? []), ...errors.map(({ message }) => firstLine(message))]
      if (problems.length > 0) results.set('', { passed: 0, failed: problems.length, skipped: 0, problems })
    },
  }
  // Two runs side by side would draw over each other's summary.
  const reporters: InlineConfig['reporters'] = [['default', { summary: false }], collector]
  const name = testNamePattern === undefined ? {} : { testNamePattern }
  const vitest = await startVitest('test', filters, { root, watch: false, reporters, project, ...name })
  await vitest.close()
  return results
}

/** Prints the last line, and ends the process: with success if tests ran and none failed. */
export function finish(results: Results, checks = { passed: 0, failed: 0 }): never {
  const count = (state: 'passed' | 'failed' | 'skipped'): number =>
    [...results.values()].reduce((sum, result) => sum + result[state], 0)
  const passed = count('passed') + checks.passed
  const failures = count('failed') + checks.failed
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : ''
  process.stdout.write(`${passed} passed, ${failures} failed${skipped}\n`)
  process.exit(failures > 0 || passed === 0 ? 1 : 0)
}
