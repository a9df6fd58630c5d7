import { providerFields, providerKinds, providerSecretNames, type EnumValue } from '@emberwatch/contract'
import { generateKeyPairSync } from 'node:crypto'
import type { OwnedRows } from './rows.ts'
import type { World } from './world.ts'

/** What the values of forms refer to: rows of North Distributor, and uploads of its administrator or the operator's. */
export interface FormSite {
  readonly world: World
  readonly own: OwnedRows
  readonly gatewayModel: number
  readonly command: number
  readonly customerRole: number
  readonly target: number
  readonly upload: (purpose: string, by?: 'north' | 'operator') => Promise<string>
}

export type Values = Readonly<Record<string, unknown>>
export interface Form {
  readonly name: string
  /** Calls, if they are not the standard ones of `name`. */
  readonly create?: string
  readonly update?: string
  readonly reads?: readonly string[]
  readonly by?: 'operator'
  /** Values that the feature's rules ask for, the first time and the second. */
  readonly fits?: (turn: 1 | 2, site: FormSite) => Values | Promise<Values>
  /** Fields left out: of another variant of the form, or tested elsewhere. */
  readonly without?: readonly string[]
  /** Never shown: secrets, and fields that only say what to do with another. */
  readonly unseen?: readonly string[]
}

const zone = (turn: 1 | 2): string => (turn === 1 ? 'Europe/Berlin' : 'Asia/Shanghai')
const codes = (of: string, turn: 1 | 2) => ({ code: `STORED-${of}`, communicationCode: `WIRE-${of}-${turn}` })
const origin = { qcResult: 'passed', producedOn: '2026-01-01', warehousedOn: '2026-01-02', shippedOn: '2026-01-03' } as const
/** Of new companies only: shown by other calls, and tested by company.test.ts. */
const brand = ['bigFeatures', 'smallFeatures', 'loginLogo', 'loginBgLogo', 'primaryColour', 'filingNotice', 'appDownloadUrl']
const ofNewCompany = [...brand, 'platformName', 'supportPhone', 'watermark', 'adminPhone', 'parentId']
const company = (name: string, by?: 'operator'): Form => ({
  name,
  ...(by ? { by } : {}),
  reads: ['detail', 'unmask'],
  fits: async (turn, { upload }) => ({
    timeZone: zone(turn),
    name: `${name} ${turn}`,
    orgCode: `ORG-${name.toUpperCase()}-${turn}`,
    domain: `${name.toLowerCase()}${turn}.example.com`,
    adminAccount: `admin${name}`.slice(0, 16),
    licenceFile: await upload('attachment', by),
  }),
  without: ofNewCompany,
  unseen: ['adminName'],
})
const order = (name: string): Form => ({
  name,
  update: 'edit',
  reads: ['detail', 'deviceList'],
  fits: async (_turn, { own, upload }) => ({ siteIds: [own.sign_site], photos: [await upload('photo')] }),
  without: ['alarmId', 'faultId', 'feedbackId', 'sourceOrderId', 'modelIds', 'engineerIds'],
})
const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const provider = (kind: EnumValue<'providerKind'>): Form => ({
  name: 'notifyProvider',
  by: 'operator',
  fits: (turn) => ({
    kind,
    name: `${kind} ${turn}`,
    security: turn === 1 ? 'tls' : 'starttls',
    mailFrom: `a${turn}@example.com`,
    body: `{"to":"{{phone}}","text":"{{content}}","turn":${turn}}`,
    bodyFormat: 'json',
    receiptStates: `DELIVRD${turn}=delivered`,
    dkimKey,
    pushHosts: `push${turn}.example.com`,
  }),
  without: providerFields.filter((field) => !(field in providerKinds[kind].fields)),
  unseen: providerSecretNames,
})

/** The forms of the standard kind that ask for something special. All others are tested with every field that they have. */
export const storedForms: readonly Form[] = [
  {
    name: 'account',
    reads: ['detail', 'unmask'],
    fits: (_turn, { world }) => ({ companyId: world.companies.north.id, roleIds: [world.accounts.northEngineer.roleId] }),
    without: ['customerId'],
  },
  {
    name: 'customerAccount',
    reads: ['detail', 'account.unmask'],
    fits: (_turn, { world, customerRole }) => ({
      account: 'customer1',
      customerId: world.customers.north,
      roleIds: [customerRole],
    }),
    without: ['companyId'],
  },
  { name: 'alarmType', by: 'operator' },
  { name: 'faultType', by: 'operator' },
  { name: 'apiConfig', by: 'operator', fits: (turn) => ({ path: 'web/project/page', maskedFields: [`masked${turn}`] }) },
  { name: 'customer', reads: ['detail', 'unmask'] },
  { name: 'customerContact', reads: ['page', 'unmask'], without: ['noEmail'], unseen: ['customerId'] },
  {
    name: 'customerContract',
    fits: async (turn, { upload }) => ({
      startsOn: '2026-01-01',
      endsOn: `2027-01-0${turn}`,
      files: [await upload('attachment')],
    }),
  },
  { name: 'device', fits: (turn) => ({ ...origin, ...codes('DEVICE', turn) }) },
  { name: 'devicePreset', reads: ['device.detail'], fits: (turn) => ({ ...origin, ...codes('STOCKED', turn), imei: undefined }) },
  {
    name: 'deviceCommand',
    by: 'operator',
    fits: (turn) => ({
      code: `code${turn}`,
      encoding: 'hex',
      frame: `A${turn} {level:u8}`,
      sampleFrame: `A${turn}03`,
      senderTypes: [turn === 1 ? 'siter' : 'distributor'],
      parameters: [
        {
          name: 'level',
          label: `Level ${turn}`,
          type: 'integer',
          unit: `unit${turn}`,
          minimum: turn,
          maximum: 5 + turn,
          required: turn === 1,
        },
      ],
    }),
  },
  {
    name: 'deviceModel',
    by: 'operator',
    fits: async (turn, { upload }) => ({
      protocol: turn === 1 ? 'mqtt' : 'http',
      heartbeatS: 60 + turn,
      offlineAfterS: 600 + turn,
      isGateway: false,
      manualFile: await upload('attachment', 'operator'),
    }),
  },
  {
    name: 'deviceSeries',
    by: 'operator',
    fits: async (_turn, { upload }) => ({ image: await upload('deviceImage', 'operator') }),
  },
  { name: 'deviceNotifier', reads: ['page', 'unmask'], unseen: ['deviceId'] },
  company('distributor', 'operator'),
  company('agentOne'),
  company('agentTwo'),
  {
    name: 'companyConfig',
    create: 'update',
    update: 'update',
    reads: ['find'],
    fits: async (turn, { upload }) => ({
      platformName: `Platform ${turn}`,
      bigFeatures: await upload('logo'),
      smallFeatures: await upload('collapsedLogo'),
      loginLogo: await upload('loginLogo'),
      loginBgLogo: await upload('loginBackground'),
    }),
  },
  {
    name: 'dutyTeam',
    fits: (turn, { world }) => {
      const { northAdmin, northEngineer } = world.accounts
      const members = [northAdmin.id, northEngineer.id]
      return {
        timeZone: zone(turn),
        memberIds: members,
        groups: turn === 1 ? members.map((id) => [id]) : [members],
        shifts: [
          { name: `Shift ${turn}`, starts: `0${turn}:00`, ends: `1${turn}:00`, weekdays: [turn], first: 0, turns: turn === 1 },
        ],
      }
    },
  },
  {
    name: 'gateway',
    fits: (turn, { gatewayModel }) => ({
      ...origin,
      ...codes('GATEWAY', turn),
      modelId: gatewayModel,
      allowedSources: [`203.0.113.${turn}`],
    }),
  },
  {
    name: 'gatewayPreset',
    reads: ['gateway.detail'],
    fits: (turn, { gatewayModel }) => ({ ...origin, ...codes('GW-STOCK', turn), modelId: gatewayModel }),
  },
  order('repairOrder'),
  order('installOrder'),
  order('inspectOrder'),
  order('maintenanceOrder'),
  {
    name: 'linkedRule',
    fits: (turn, { own, command, target }) => ({
      commandId: command,
      deviceId: own.device,
      targetIds: [target],
      ...(turn === 1
        ? { trigger: 'alarm', alarmTypeId: 1, format: undefined, sourceCode: undefined }
        : { trigger: 'code', alarmTypeId: undefined, format: 'EW', sourceCode: 'smoke' }),
    }),
    without: ['params', 'reportType', 'modelId'],
  },
  {
    name: 'menu',
    by: 'operator',
    reads: ['tree'],
    fits: (turn) => ({ url: `https://example.com/${turn}`, code: 'own.stored' }),
    without: ['parentId'],
  },
  {
    name: 'messageTask',
    fits: async (turn, { upload }) => ({
      pushObject: turn === 1 ? 'account' : 'company',
      files: [await upload('messageAttachment')],
    }),
    without: ['roleIds', 'projectIds', 'filter', 'templateZhId', 'templateEnId'],
    // Whichever the object is: answered as objectIds.
    unseen: ['accountIds', 'companyIds'],
  },
  {
    name: 'messageTemplate',
    reads: ['detail'],
    fits: (turn) => ({ channel: 'sms', event: 'notice', signature: `Sign ${turn}` }),
    without: ['title'],
  },
  ...(Object.keys(providerKinds) as EnumValue<'providerKind'>[]).map(provider),
  {
    name: 'notifyRule',
    fits: (turn, { world }) => ({
      events: [turn === 1 ? 'alarm' : 'fault'],
      levels: turn === 1 ? ['fire'] : [],
      activeHours: { from: `0${turn}:00`, to: '20:00', days: [turn] },
      steps: [
        {
          afterS: turn,
          receivers: [{ kind: 'accounts', accountIds: [world.accounts.northAdmin.id] }],
          channels: [turn === 1 ? 'inSite' : 'sms'],
          answerS: 60 + turn,
          repeats: turn,
          everyS: 600 + turn,
        },
      ],
    }),
    without: ['projectTypeIds', 'alarmTypeIds', 'faultTypeIds', 'deviceIds'],
  },
  {
    name: 'openAccess',
    fits: (turn) => ({ dataScope: 'projects', addresses: [`192.0.2.${turn}`] }),
  },
  { name: 'operatorPlatform', by: 'operator', unseen: ['secret'] },
  {
    name: 'orderChecklist',
    by: 'operator',
    fits: (turn) => ({
      items: [
        {
          textZh: `问题${turn}`,
          textEn: `Question ${turn}`,
          answer: 'value',
          unit: `unit${turn}`,
          low: turn,
          high: 9 + turn,
          required: turn === 1,
          perDevice: turn === 2,
          photo: turn === 1,
        },
      ],
    }),
  },
  {
    name: 'project',
    fits: (turn, { world }) => ({
      timeZone: zone(turn),
      // Each in its area of `filledOf`: Hangzhou, then Beijing.
      position:
        turn === 1
          ? { latitude: 30.26, longitude: 120.17, coordinateSystem: 'GCJ02' }
          : { latitude: 39.92, longitude: 116.4, coordinateSystem: 'WGS84' },
      quietHours: { from: `2${turn}:00`, to: '05:00', days: [turn] },
      adminIds: [world.accounts.northAdmin.id],
      callFirst: true,
      verifyWithinS: 60 + turn,
      customerId: world.customers.north,
    }),
  },
  {
    name: 'projectDocument',
    unseen: ['projectId'],
    fits: async (_turn, { upload }) => ({ files: [await upload('attachment')] }),
  },
  {
    name: 'projectNotifier',
    reads: ['page', 'unmask'],
    fits: (_turn, { world }) => ({ accountId: world.accounts.northAdmin.id }),
    without: ['noEmail'],
    unseen: ['projectId'],
  },
  { name: 'projectPerson', reads: ['page', 'unmask'], without: ['noPhone'], unseen: ['projectId'] },
  { name: 'projectPush', fits: () => ({ eventTypes: [], modelIds: [] }) },
  { name: 'projectType', by: 'operator' },
  {
    name: 'pushEndpoint',
    by: 'operator',
    fits: (turn, { world }) => ({
      pushWay: 'http',
      pushAuth: 'basic',
      eventTypes: [turn === 1 ? 'alarm.raised' : 'fault.raised'],
      companyId: world.companies.siter.id,
    }),
    unseen: ['pushSecret'],
  },
  { name: 'reportParam', by: 'operator', fits: () => ({ type: 'alarm' }), without: ['faultTypeId', 'restoresCode', 'note'] },
  {
    name: 'reportParam',
    by: 'operator',
    fits: () => ({ type: 'fault', code: 'OTHER-CODE' }),
    without: ['alarmTypeId', 'restoresCode', 'note'],
  },
  {
    name: 'role',
    fits: (turn) => ({ type: 'distributor', level: 1 + turn, dataScope: turn === 1 ? 'projects' : 'branch' }),
    without: ['grants'],
  },
  { name: 'settings', create: 'update', update: 'update', reads: ['find'], by: 'operator', unseen: [] },
  {
    name: 'upgradeTask',
    unseen: ['projectIds'],
    create: 'save',
    update: 'save',
    fits: (turn) => ({
      targetType: 'project',
      windowFrom: turn,
      windowTo: 60 * turn,
      waves: [turn, 100],
      initialVersion: `0.${turn}.000`,
    }),
    without: ['companyIds', 'deviceIds', 'gatewayIds', 'filter'],
  },
  {
    name: 'appVersion',
    by: 'operator',
    fits: (turn) => ({ app: 'user', platform: 'ios', versionNumber: `9.${turn}.000`, appTarget: 'all' }),
    without: ['fileId', 'keyChanged', 'companyIds', 'rolloutPercent'],
  },
]
