import { expect, test } from 'vitest'
import { loopThrough, type RuleNode } from './linked-rule.rules.ts'

const [smoke, sounder, fan] = [1, 2, 3]
const rule = (id: number, from: Partial<RuleNode>, targets: RuleNode['targets']): RuleNode => ({
  id,
  name: `R${id}`,
  deviceId: null,
  modelId: null,
  targets,
  ...from,
})
const at = (id: number, modelId: number) => ({ id, modelId })

test('a rule whose command goes elsewhere triggers nothing', () => {
  expect(loopThrough(rule(1, { modelId: smoke }, [at(20, sounder)]), [])).toBeUndefined()
})
test.each([
  ['by its own device', rule(1, { deviceId: 20 }, [at(20, sounder)])],
  ['by its own model', rule(1, { modelId: sounder }, [at(20, sounder)])],
  ['by any device', rule(1, {}, [at(20, sounder)])],
])('a rule that starts itself %s is found', (_how, own) => {
  expect(loopThrough(own, [])).toEqual(['R1', 'R1'])
})
test('a rule that triggers itself through others is found, with the cycle', () => {
  const first = rule(1, { modelId: smoke }, [at(20, sounder)])
  const others = [rule(2, { modelId: sounder }, [at(30, fan)]), rule(3, { deviceId: 30 }, [at(10, smoke)])]
  expect(loopThrough(first, others)).toEqual(['R1', 'R2', 'R3', 'R1'])
  expect(loopThrough(first, others.slice(0, 1))).toBeUndefined()
})
test('the version before an edit is ignored', () => {
  const before = rule(1, { modelId: sounder }, [at(20, sounder)])
  expect(loopThrough(rule(1, { modelId: smoke }, [at(20, sounder)]), [before])).toBeUndefined()
})
test('a cycle of other rules that it triggers but is not part of does not count', () => {
  const others = [rule(2, { modelId: sounder }, [at(30, fan)]), rule(3, { modelId: fan }, [at(20, sounder)])]
  expect(loopThrough(rule(1, { modelId: smoke }, [at(20, sounder)]), others)).toBeUndefined()
})
