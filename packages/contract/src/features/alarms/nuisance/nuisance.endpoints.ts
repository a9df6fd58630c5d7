import { about, endpoint } from '../../../kernel/endpoint.ts'
import { pageFacts, Type } from '../../../kernel/schema.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { nuisancePageInput, nuisanceRow } from './nuisance.schema.ts'

export const nuisanceEndpoints = about('alarm', {
  page: endpoint({
    method: 'GET',
    path: 'web/nuisance/page',
    access: 'nuisance:view',
    input: nuisancePageInput,
    output: Type.Object({ list: Type.Array(nuisanceRow), falseAlarms: Type.Integer(), ...pageFacts }),
    summary: 'Detectors by their false alarms in a time, the worst first, with all false alarms of that time',
  }),
  export: endpoint({
    method: 'GET',
    path: 'web/nuisance/export',
    access: 'nuisance:export',
    input: exportInput(nuisancePageInput),
    output: exportStarted,
    summary: 'Export the ranking',
  }),
})
