import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { removeEdition, releaseEdition, withdrawEdition } from './firmware.verbs.ts'
import { editionDevices, editionDetail, editionVersions, exportEditions, pageEditions, editionExport } from './firmware.reads.ts'
import { listKeys } from './firmware-key.reads.ts'
import { makeKey, rotateKey } from './firmware-key.verbs.ts'
import { saveEdition } from './save-edition.ts'
import type { Feature } from '../../../platform/feature.ts'
import { registerFirmwareKeys } from './public-keys.http.ts'

const firmwareRoutes = [
  ...bind(endpoints.firmwareEdition, {
    page: pageEditions,
    detail: editionDetail,
    save: saveEdition,
    delete: removeEdition,
    release: releaseEdition,
    withdraw: withdrawEdition,
    version: editionVersions,
    devices: editionDevices,
    export: exportEditions,
  }),
  ...bind(endpoints.firmwareKey, { list: listKeys, make: makeKey, rotate: rotateKey }),
]

export const firmwareFeature: Feature = {
  name: 'firmware',
  routes: () => firmwareRoutes,
  exports: { firmwareEdition: editionExport },
  http: (server, { ctx }) => registerFirmwareKeys(server, ctx.systemDb),
  liveKinds: ['firmware'],
  uploads: ['firmware'],
}
