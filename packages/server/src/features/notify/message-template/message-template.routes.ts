import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createTemplate } from './create-template.ts'
import { decideTemplate } from './decide-template.ts'
import { deleteTemplate } from './delete-template.ts'
import { exportTemplates, pageTemplates, selectTemplates, templateDetail } from './message-template.reads.ts'
import { previewTemplate } from './preview-template.ts'
import { setTemplateEnabled } from './set-template-enabled.ts'
import { submitTemplate } from './submit-template.ts'
import { updateTemplate } from './update-template.ts'
import { withdrawTemplate } from './withdraw-template.ts'

export const messageTemplateRoutes = bind(endpoints.messageTemplate, {
  page: pageTemplates,
  detail: templateDetail,
  select: selectTemplates,
  create: createTemplate,
  update: updateTemplate,
  del: deleteTemplate,
  forbidden: setTemplateEnabled,
  export: exportTemplates,
  submit: submitTemplate,
  withdraw: withdrawTemplate,
  decide: decideTemplate,
  preview: previewTemplate,
})
