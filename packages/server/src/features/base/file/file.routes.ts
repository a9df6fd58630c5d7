import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportProgress, ownTasks, readFile } from './file.reads.ts'
import { upload } from './upload.ts'

export const fileRoutes = bind(endpoints.file, { upload, commonUpload: upload, read: readFile, exportProgress, tasks: ownTasks })
