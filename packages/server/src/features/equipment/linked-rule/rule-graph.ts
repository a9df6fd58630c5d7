/** The part of a rule that determines which rules trigger which. */
export interface RuleNode {
  readonly id: number
  readonly name: string
  /** Whose reports trigger it: one device, a model or, with neither, any device of the project. */
  readonly deviceId: number | null
  readonly modelId: number | null
  readonly targets: readonly { readonly id: number; readonly modelId: number }[]
}

/** Whether a report of the device may trigger the rule. What it reports does not matter: a command may make a device report anything. */
export const mayStart = (
  { deviceId, modelId }: Pick<RuleNode, 'deviceId' | 'modelId'>,
  device: { readonly id: number; readonly modelId: number },
): boolean => (deviceId !== null ? deviceId === device.id : modelId === null || modelId === device.modelId)

/** The names of the rules on the cycle by which `start` would trigger itself. Undefined if there is none. */
export const loopThrough = (start: RuleNode, others: readonly RuleNode[]): string[] | undefined => {
  const rules = [start, ...others.filter(({ id }) => id !== start.id)]
  const seen = new Set<number>()
  const waiting: { readonly rule: RuleNode; readonly path: readonly string[] }[] = [{ rule: start, path: [start.name] }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { rule, path } = next
    for (const started of rules) {
      if (!rule.targets.some((device) => mayStart(started, device))) continue
      if (started.id === start.id) return [...path, start.name]
      if (seen.has(started.id)) continue
      seen.add(started.id)
      waiting.push({ rule: started, path: [...path, started.name] })
    }
  }
  return undefined
}
