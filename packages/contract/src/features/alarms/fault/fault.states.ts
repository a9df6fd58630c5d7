import { states } from '../../../kernel/states.ts'
import { faultSolveInput } from './fault.schema.ts'

/** The facts of a fault that its preconditions need: none so far. */
export type FaultFacts = object

/**
 * domain.md, "Alarms and faults". `process`, `release`, `complete` and `reopen` follow the creation, deletion, completion and
 * sending back of a repair order; `restore` comes from ingest.
 */
export const faultStates = states<FaultFacts>()({
  name: 'fault',
  field: 'state',
  states: ['pending', 'processing', 'solved'],
  initial: ['pending'],
  preconditions: {},
  transitions: [
    { action: 'solve', from: ['pending', 'processing'], to: 'solved', operations: ['fault:solve'], input: faultSolveInput },
    { action: 'process', from: ['pending'], to: 'processing', operations: [], automatic: true },
    { action: 'release', from: ['processing'], to: 'pending', operations: [], automatic: true },
    { action: 'complete', from: ['pending', 'processing'], to: 'solved', operations: [], automatic: true },
    // The work that had solved it was sent back.
    { action: 'reopen', from: ['solved'], to: 'processing', operations: [], automatic: true },
    { action: 'restore', from: ['pending', 'processing'], to: 'solved', operations: [], automatic: true },
  ],
})
