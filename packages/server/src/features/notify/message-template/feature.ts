import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createTemplate, removeTemplate, setTemplateEnabled, updateTemplate } from './message-template.verbs.ts'
import { decideTemplate, submitTemplate, withdrawTemplate } from './message-template-approval.verbs.ts'
import {
  exportTemplates,
  pageTemplates,
  selectTemplates,
  templateDetail,
  messageTemplateExport,
  previewTemplate,
} from './message-template.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const messageTemplateRoutes = bind(endpoints.messageTemplate, {
  page: pageTemplates,
  detail: templateDetail,
  select: selectTemplates,
  create: createTemplate,
  update: updateTemplate,
  remove: removeTemplate,
  setEnabled: setTemplateEnabled,
  export: exportTemplates,
  submit: submitTemplate,
  withdraw: withdrawTemplate,
  decide: decideTemplate,
  preview: previewTemplate,
})

export const messageTemplateFeature: Feature = {
  name: 'message-template',
  routes: () => messageTemplateRoutes,
  exports: { messageTemplate: messageTemplateExport },
}
