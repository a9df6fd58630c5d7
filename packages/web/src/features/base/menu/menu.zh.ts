export const texts = {
  keyword: '名称、编码或地址',
  columns: { name: '菜单 / 操作', target: '地址或操作码', calls: '接口', for: '适用账号', sort: '排序', icon: '图标' },
  create: '新建菜单',
  edit: '编辑“{{name}}”',
  expandAll: '全部展开',
  collapseAll: '全部收起',
  open: '展开“{{name}}”，{{count}} 项',
  close: '收起“{{name}}”',
  operation: '操作',
  group: '分组',
  own: '自建',
  inMenu: '显示在侧边菜单',
  notInMenu: '不在侧边菜单',
  everybody: '全部',
  companies: '全部公司',
  noCalls: '—',
  calls: '{{count}} 个接口',
  disableConfirm: '停用后，“{{name}}”及其下的全部菜单和操作对所有人立即失效。确定停用？',
  above: '上级已停用',
  seeded: '随产品提供，不能删除',
  deleteHint: '只能删除自建且没有下级的菜单。',
  form: {
    kind: '种类',
    group: '分组',
    link: '链接',
    url: '链接地址',
    urlHint: 'http 或 https 开头，在新窗口打开',
    code: '编码',
    codeHint: '字母开头，可用字母、数字和点，3 到 61 位；创建后不能修改',
    codeWrong: '字母开头，可用字母、数字和点，3 到 61 位',
    urlWrong: '须为 http 或 https 开头的地址',
    parent: '所属分组',
    parentHint: '不选则放在第一级；分组只能放在第一级',
    parentNone: '第一级',
    sortHint: '数字小的在前',
    iconNone: '默认图标',
    seededHint: '随产品提供的菜单只能修改名称、排序和图标。',
    isMainMenu: '显示在侧边菜单',
  },
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    menu: typeof texts
  }
}
