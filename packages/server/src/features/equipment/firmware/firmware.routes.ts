import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { deleteEdition } from './delete-edition.ts'
import { editionDevices } from './edition-devices.reads.ts'
import { listKeys } from './firmware-key.reads.ts'
import { editionDetail, editionVersions, exportEditions, pageEditions } from './firmware.reads.ts'
import { makeKey } from './make-key.ts'
import { releaseEdition } from './release-edition.ts'
import { rotateKey } from './rotate-key.ts'
import { saveEdition } from './save-edition.ts'
import { withdrawEdition } from './withdraw-edition.ts'

export const firmwareRoutes = [
  ...bind(endpoints.firmwareEdition, {
    page: pageEditions,
    detail: editionDetail,
    save: saveEdition,
    delete: deleteEdition,
    release: releaseEdition,
    withdraw: withdrawEdition,
    version: editionVersions,
    devices: editionDevices,
    export: exportEditions,
  }),
  ...bind(endpoints.firmwareKey, { list: listKeys, make: makeKey, rotate: rotateKey }),
]
