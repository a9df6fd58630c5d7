export const texts = {
  assign: '分配权限',
  create: '新建角色',
  edit: '编辑角色',
  disableConfirm: '停用后，该角色的 {{count}} 个账号将立即退出登录。确定停用？',
  disableUnused: '没有账号使用该角色。确定停用？',
  deleteHint: '没有账号使用的角色才能删除。',
  notManageable: '只能管理级别低于自己的角色',
  grantsOf: '“{{name}}”的权限',
  notGrantable: '您没有该权限，不能授予',
  levelHint: '1 级最高，9 级最低；只能管理级别数字更大的角色',
  twoStepHint: '持有该角色的账号须用身份验证器的验证码完成第二步登录',
  dataScopeHint:
    '员工账号可见哪些数据；账号有多个角色时以最大范围为准。“指定项目”只见分配给账号的项目及其设备、报警和工单；“仅本人”只见自己创建的项目、负责的未完成工单所在的项目，以及自己的工单。客户和普通用户始终只能看到自己的数据',
  typeHint: '修改类型时，新类型不能拥有的权限将被移除；有账号使用的角色不能修改类型',
  grantsSaved: '权限已保存，相关账号将重新登录',
  copy: '复制',
  copyOf: '复制“{{name}}”',
  copyName: '{{name}}（副本）',
  copyHint: '新角色带有 {{count}} 项权限。',
  copyLeft: '另有 {{count}} 项因您没有或该类型不能拥有而未带入。',
  view: '查看权限',
  permissionsOf: '“{{name}}”的有效权限',
  noPermissions: '该角色没有任何权限',
  compare: '对比权限',
  compareTwo: '请选择两个角色',
  compareTitle: '权限对比',
  compareDiffers: '{{count}} 项不同',
  compareSame: '两个角色的权限完全相同',
  compareOnly: '仅显示不同项',
  compareOf: '菜单 / 操作',
  has: '有',
  lacks: '无',
  none: '没有匹配的菜单或操作',
  all: '全选',
  ticked: '已选 {{count}} / {{total}} 项操作',
  of: '{{count}} / {{total}}',
  search: '查找菜单或操作',
}

declare module 'i18next' {
  interface ResourceNamespaceMap {
    role: typeof texts
  }
}
