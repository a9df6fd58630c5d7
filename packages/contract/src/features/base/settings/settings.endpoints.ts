import { about, endpoint } from '../../../kernel/endpoint.ts'
import { noInput, nothing } from '../../../kernel/schema.ts'
import { consoleAddresses, passwordRules, settingsAnswer, settingsInput } from './settings.schema.ts'

export const settingsEndpoints = about('settings', {
  find: endpoint({
    method: 'GET',
    path: 'web/settings/find',
    access: 'settings:view',
    input: noInput,
    output: settingsAnswer,
    summary: 'Settings of the whole installation, with their defaults',
  }),
  update: endpoint({
    method: 'POST',
    path: 'web/settings/update',
    access: 'settings:update',
    input: settingsInput,
    output: nothing,
    summary: 'Change the settings; every process follows at once',
    errors: ['staleVersion', 'precondition'],
  }),
  addresses: endpoint({
    method: 'GET',
    path: 'web/settings/addresses',
    access: 'session',
    input: noInput,
    output: consoleAddresses,
    summary: 'Where phones and other machines reach the console',
  }),
  password: endpoint({
    method: 'GET',
    path: 'web/settings/password',
    access: 'public',
    input: noInput,
    output: passwordRules,
    summary: 'What a password must be like, for the forms that ask for a new one',
  }),
})
