import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runLoad, type LoadOptions, type LoadResult } from './load.ts'

/** Runs a load in its own process, so that it does not share a thread with the server it measures. */
export const startLoad = (options: LoadOptions): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, LOAD_CHILD: '1' } })
    child.once('message', (result) => resolve(result as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
    child.send(options)
  })

if (process.env['LOAD_CHILD'] === '1' && process.send) {
  process.once('message', (options) => {
    void runLoad(options as LoadOptions).then((result) => process.send?.(result, () => process.exit(0)))
  })
}
