import * as endpoints from './endpoints.ts'
import type { Endpoint } from './kernel/endpoint.ts'

/** Every call as a flat list, each with its `feature.name`. Importing it loads the calls of all features. */
export const allEndpoints: readonly { name: string; entry: Endpoint }[] = Object.entries(endpoints)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([feature, entries]) => Object.entries(entries).map(([name, entry]) => ({ name: `${feature}.${name}`, entry })))
