/** What is declared of a thing beside its name. */
export interface ThingFacts {
  /** Live events tell of it every console that may see it; it is their kind. */
  readonly live?: true
  /** The changes whose live events are sent before all others. */
  readonly urgent?: readonly string[]
  /** Traces can be searched by its id. */
  readonly traced?: true
}
