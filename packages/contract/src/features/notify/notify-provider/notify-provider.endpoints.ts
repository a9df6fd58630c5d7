import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, ref, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  channelState,
  notifyProviderCreateInput,
  notifyProviderPageInput,
  notifyProviderRow,
  notifyProviderUpdateInput,
  providerBalanceAnswer,
  providerTestAnswer,
  providerTestInput,
} from './notify-provider.schema.ts'

export const notifyProviderEndpoints = about('notifyProvider', {
  ...standardCalls('notifyProvider', {
    entity: 'notify_provider',
    words: ['a provider', 'providers'],
    page: { input: notifyProviderPageInput, row: notifyProviderRow },
    create: { input: notifyProviderCreateInput, errors: ['notHere'], lasting: true },
    update: { input: notifyProviderUpdateInput, errors: ['notHere'], lasting: true },
    remove: {},
    setEnabled: {},
  }),
  test: endpoint({
    method: 'POST',
    path: 'web/notifyProvider/test',
    access: 'notifyProvider:test',
    input: providerTestInput,
    output: providerTestAnswer,
    summary: 'Send one real message through a provider and show what it answers',
    persons: ['to'],
    perMinute: 20,
    takesLong: true,
  }),
  balance: endpoint({
    method: 'POST',
    path: 'web/notifyProvider/balance',
    access: 'notifyProvider:test',
    input: input({ id: ref('notify_provider') }),
    output: providerBalanceAnswer,
    summary: 'What is left on the account of a provider that tells it',
    perMinute: 20,
    takesLong: true,
    errors: ['precondition'],
  }),
  channels: endpoint({
    method: 'GET',
    path: 'web/notifyProvider/channels',
    access: 'notifyProvider:view',
    input: noInput,
    output: Type.Array(channelState),
    summary: 'Whether anybody outside can be told, by channel',
  }),
})
