import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Reporter, startVitest, type TestCase } from 'vitest/node'
import { check } from './check.ts'

const root = join(import.meta.dirname, '..')
const count = { passed: 0, failed: 0, skipped: 0 }
/** One line for each test that passed only at its second attempt. */
const flaky: string[] = []

/**
 * Counts the results in the last line of the run. A file that cannot be loaded, or an error outside of any test, is a failure.
 */
const counter: Reporter = {
  onTestCaseResult(test: TestCase) {
    count[test.result().state === 'pending' ? 'skipped' : stateOf(test)]++
    if (test.diagnostic()?.flaky)
      flaky.push(`flaky: ${relative(root, test.module.moduleId)} > ${test.fullName}: ${firstLine(test)}`)
  },
  onTestRunEnd(modules, errors) {
    count.failed += errors.length
    for (const module of modules) {
      const suites = [module, ...module.children.allSuites()]
      for (const suite of suites) count.failed += suite.errors().length
    }
  },
}

function stateOf(test: TestCase): 'passed' | 'failed' | 'skipped' {
  const { state } = test.result()
  return state === 'passed' || state === 'failed' ? state : 'skipped'
}

function firstLine(test: TestCase): string {
  const [error] = test.result().errors ?? []
  return stripVTControlCharacters(error?.message ?? 'no message').split('\n', 1)[0] ?? ''
}

const filters = process.argv.slice(2)
// Browser tests wait often enough that the checks are done before they are.
const checking = filters.length === 0 ? check({ aside: true }) : undefined
const vitest = await startVitest('test', filters, { root, watch: false, reporters: ['default', counter] })
await vitest.close()
const checks = await checking
count.passed += checks?.passed ?? 0
count.failed += checks?.failed ?? 0
for (const line of flaky) process.stdout.write(`${line}\n`)
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
process.exit(count.failed > 0 || count.passed === 0 ? 1 : 0)
