import { about, endpoint } from '../../../kernel/endpoint.ts'
import { noInput, Type } from '../../../kernel/schema.ts'
import { standardCalls } from '../file/standard-calls.ts'
import {
  apiCall,
  apiConfigCreateInput,
  apiConfigPageInput,
  apiConfigRow,
  apiConfigUpdateInput,
  operatorPlatformCreateInput,
  operatorPlatformPageInput,
  operatorPlatformRow,
  operatorPlatformUpdateInput,
} from './api-config.schema.ts'

export const apiConfigEndpoints = about('apiConfig', {
  ...standardCalls('apiConfig', {
    entity: 'api_config',
    words: ['a configured call', 'configured calls'],
    path: 'web/api/config',
    page: { input: apiConfigPageInput, row: apiConfigRow },
    create: { input: apiConfigCreateInput, summary: 'Configure a call', errors: ['duplicate', 'notHere'] },
    update: { input: apiConfigUpdateInput, errors: ['notHere'] },
    remove: { summary: 'Reset to the defaults' },
    export: {},
  }),
  calls: endpoint({
    method: 'GET',
    path: 'web/api/config/calls',
    access: 'apiConfig:view',
    input: noInput,
    output: Type.Array(apiCall),
    summary: 'Every call of the product, for the form',
  }),
})

export const operatorPlatformEndpoints = standardCalls('operatorPlatform', {
  entity: 'operator_platform',
  about: 'operatorPlatform',
  words: ['a carrier platform', 'carrier platforms'],
  page: { input: operatorPlatformPageInput, row: operatorPlatformRow },
  create: { input: operatorPlatformCreateInput, errors: ['duplicate', 'notHere'], lasting: true },
  update: { input: operatorPlatformUpdateInput, errors: ['notHere'], lasting: true },
  remove: {},
  export: {},
})
