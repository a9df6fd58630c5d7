import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { input, noInput, nothing, pageOf, ref, rowId, Type } from '../../kernel/schema.ts'
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

export const apiConfigEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/api/config/page',
    access: 'apiConfig:view',
    input: apiConfigPageInput,
    output: pageOf(apiConfigRow),
    summary: 'Configured calls',
  }),
  calls: endpoint({
    method: 'GET',
    path: 'web/api/config/calls',
    access: 'apiConfig:view',
    input: noInput,
    output: Type.Array(apiCall),
    summary: 'Every call of the product, for the form',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/api/config/create',
    access: 'apiConfig:create',
    input: apiConfigCreateInput,
    output: rowId,
    summary: 'Configure a call',
    errors: ['duplicate', 'notHere'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/api/config/update',
    access: 'apiConfig:update',
    input: apiConfigUpdateInput,
    output: rowId,
    summary: 'Change it',
    errors: ['staleVersion', 'notHere'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/api/config/del',
    access: 'apiConfig:del',
    input: input({ id: ref('api_config') }),
    output: nothing,
    summary: 'Back to the defaults',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/api/config/export',
    access: 'apiConfig:export',
    input: exportInput(apiConfigPageInput),
    output: exportStarted,
    summary: 'Export the filtered calls',
  }),
} as const

export const operatorPlatformEndpoints = {
  page: endpoint({
    method: 'GET',
    path: 'web/operatorPlatform/page',
    access: 'operatorPlatform:view',
    input: operatorPlatformPageInput,
    output: pageOf(operatorPlatformRow),
    summary: 'Carrier platforms',
  }),
  create: endpoint({
    method: 'POST',
    path: 'web/operatorPlatform/create',
    access: 'operatorPlatform:create',
    input: operatorPlatformCreateInput,
    output: rowId,
    summary: 'Add a carrier platform',
    errors: ['duplicate', 'notHere'],
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/operatorPlatform/update',
    access: 'operatorPlatform:update',
    input: operatorPlatformUpdateInput,
    output: rowId,
    summary: 'Edit it',
    errors: ['staleVersion', 'notHere'],
  }),
  del: endpoint({
    method: 'POST',
    path: 'web/operatorPlatform/del',
    access: 'operatorPlatform:del',
    input: input({ id: ref('operator_platform') }),
    output: nothing,
    summary: 'Delete it',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/operatorPlatform/export',
    access: 'operatorPlatform:export',
    input: exportInput(operatorPlatformPageInput),
    output: exportStarted,
    summary: 'Export the filtered carrier platforms',
  }),
} as const
