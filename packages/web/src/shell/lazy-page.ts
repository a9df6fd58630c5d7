import { limits } from '@emberwatch/contract'
import { lazy, type ComponentType } from 'react'

/** A page's script did not load. */
export class ChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super('chunk load failure', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** How Chromium, Firefox, Safari and Vite report that a script or its style could not be loaded. Anything else is an error in the script itself. */
const notArrived = /dynamically imported module|importing a module script|unable to preload/i

/** Loads a script, giving up after 120 s (specification section 8). */
export const loadChunk = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError()), limits.chunkLoadTimeout)
    load()
      .then(resolve, (cause: unknown) => reject(notArrived.test(String(cause)) ? new ChunkLoadError(cause) : cause))
      .finally(() => clearTimeout(timer))
  })

/** React.lazy for a page, with the timeout. */
export const lazyPage = <P extends object = object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(() => loadChunk(load))
