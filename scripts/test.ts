import { join } from 'node:path'
import { check } from './check.ts'
import { finish, root, run, type FileResult, type Results } from './run-tests.ts'

/** Files that only wait run beside everything else: two workers leave half of two cores to it. */
const runAll = async (): Promise<Results> => {
  const results: Results = new Map()
  await Promise.all([run([], { project: ['!waiting'], results }), run([], { project: ['waiting'], results })])
  return results
}

const failedIn = (results: Results): [file: string, result: FileResult][] => [...results].filter(([, { failed }]) => failed > 0)

/** If more files than this have failed, it is not just a busy machine. */
const maxSecondAttempts = 10

const filters = process.argv.slice(2)
// Browser tests wait so often that the checks are done before them.
const checking = filters.length === 0 ? check({ yields: true }) : undefined
const results = await (filters.length === 0 ? runAll() : run(filters))
const checks = await checking

// A build machine shares its cores with others. There, a file that failed is run again after everything else, on its own. A file that needed the
// second run is named as flaky; one that fails again has failed.
const failed = failedIn(results)
if (process.env['CI'] === 'true' && failed.length > 0 && failed.length <= maxSecondAttempts && !results.has('')) {
  const second = await run(failed.map(([file]) => join(root, file)))
  for (const [file, { problems }] of failed) {
    const again = second.get(file)
    if (again === undefined) continue
    results.set(file, again)
    if (again.failed === 0) for (const problem of problems) process.stdout.write(`flaky: ${file} > ${problem}\n`)
  }
  const stray = second.get('')
  if (stray !== undefined) results.set('', stray)
}

finish(results, checks)
