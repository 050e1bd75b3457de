import * as vscode from 'vscode';
import { shownCommand } from '../../common/shownCommand';
import type { FleetSource } from '../../fleet/fleetSource';
import { KIND_NAMES, placeOf } from '../../fleet/kindNames';
import { instanceNames } from '../../live/targets/instances';
import type { ForwardState } from '../../live/targets/forward';
import type { ServiceTarget } from '../../live/targets/serviceTarget';
import { type InstanceAnswer, reachText } from '../../live/targets/targetState';
import { momentText, whenText } from '../../ui/whenText';
import type { InstanceNode, ProgramRow, Services, ServicesNode, Stores } from './servicesNodes';

/**
 * The rows of the Services view: programs that run, the saved services by name, and below each, several instances; then
 * the saved stores of profiles by name.
 */
export class ServicesRows {
  constructor(
    private readonly services: Services,
    private readonly stores: Stores,
  ) {}

  getChildren(parent?: ServicesNode): ServicesNode[] {
    if (parent === undefined) {
      const programs = this.services.programs.map((program) => ({ kind: 'program', program }) as const);
      const services = this.services.list().map((target) => ({ kind: 'service', target }) as const);
      return [...programs, ...services, ...this.stores.list().map((source) => ({ kind: 'store', source }) as const)];
    }
    if (parent.kind !== 'service' || parent.target.addresses.length < 2) return [];
    const { target } = parent;
    const answers = this.services.stateOf(target)?.answers ?? [];
    return instanceNames(target.addresses).map((name, at) => ({ kind: 'instance', target, name, answer: answers[at] }));
  }

  getTreeItem(node: ServicesNode): vscode.TreeItem {
    if (node.kind === 'program') return programItem(node.program);
    if (node.kind === 'store') return this.storeItem(node.source);
    return node.kind === 'service' ? this.serviceItem(node.target) : instanceItem(node);
  }

  private serviceItem(target: ServiceTarget): vscode.TreeItem {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const { id, name, addresses, tls } = target;
    const item = new vscode.TreeItem(name, addresses.length > 1 ? Collapsed : None);
    const state = this.services.stateOf(target);
    const reach = state && reachText(state);
    const names = instanceNames(addresses);
    const where = addresses.length > 1 ? `${addresses.length} instances` : names[0];
    const isUnchecked = tls?.isUnchecked || addresses.some((address) => address.startsWith('https+insecure:'));
    const unchecked = isUnchecked && 'certificate not checked';
    const forward = this.services.forwardOf(target);
    const forwarded = forward && FORWARD_TEXTS[forward];
    const failures = (state?.answers ?? []).flatMap(({ failure }) => failure ?? []);
    const at = this.services.profiledAt(target);
    const profiled = at !== undefined && `profiled ${momentText(at, Date.now())}`;
    item.id = id;
    const isPart = failures.length > 0 && names.length > 1;
    const failed = failures.length > 0 && !isPart && reach;
    const watched = this.services.isWatched(target) && 'watched';
    item.description = [failed, isPart ? reach : where, watched, unchecked, forwarded, profiled].filter(Boolean).join(' · ');
    item.iconPath = new vscode.ThemeIcon(failures.length > 0 || unchecked ? 'warning' : 'server');
    item.contextValue = `linecostTarget${target.forward === undefined ? '' : '.forward'}${forward ? '.runs' : ''}${watched ? '.watched' : ''}`;
    const asked = state && `${reach}, asked ${whenText(state.askedAt, Date.now())}`;
    item.tooltip = [name, ...names, watched && WATCH_COST, target.forward && `$ ${shownCommand(target.forward)}`, unchecked, forwarded, profiled, asked, ...failures].filter(Boolean).join('\n');
    item.accessibilityInformation = { label: [`${name}, service at ${where}`, watched, unchecked, forwarded, reach, profiled].filter(Boolean).join(', ') };
    return item;
  }

  private storeItem(source: FleetSource): vscode.TreeItem {
    const { id, name, kind, address, tls } = source;
    const item = new vscode.TreeItem(name);
    const state = this.stores.stateOf(source);
    const { server, failure, obstacle, notes = [] } = state ?? {};
    const unchecked = tls?.isUnchecked && 'certificate not checked';
    const where = `${KIND_NAMES[kind]} · ${placeOf(source)}`;
    item.id = `store ${id}`;
    item.description = [obstacle, where, unchecked].filter(Boolean).join(' · ');
    item.iconPath = new vscode.ThemeIcon(failure || unchecked ? 'warning' : 'database');
    item.contextValue = 'linecostStore';
    const asked = state && `${server ?? 'No answer'}, asked ${whenText(state.askedAt, Date.now())}`;
    item.tooltip = [name, KIND_NAMES[kind], address, unchecked, asked, failure, ...notes].filter(Boolean).join('\n');
    item.accessibilityInformation = { label: [`${name}, profile store`, where, unchecked, failure].filter(Boolean).join(', ') };
    return item;
  }
}

/** Measured by `npm run proof:watch`. */
const WATCH_COST = 'Watched: a moment costs the service 15 ms of CPU time, 50 ms with 10,000 goroutines.';

function programItem({ title, startedAt }: ProgramRow): vscode.TreeItem {
  const item = new vscode.TreeItem(title);
  const since = `runs under Linecost since ${momentText(startedAt, Date.now())}`;
  item.id = `program ${startedAt} ${title}`;
  item.description = since;
  item.iconPath = new vscode.ThemeIcon('play');
  item.contextValue = 'linecostProgram';
  item.tooltip = `${title} ${since}`;
  item.accessibilityInformation = { label: `${title}, program, ${since}` };
  return item;
}

const FORWARD_TEXTS: Record<ForwardState, string | undefined> = {
  starting: 'forward starts',
  ready: 'forwarded',
  failed: 'forward failed',
  ended: undefined,
};

function instanceItem({ target, name, answer }: InstanceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(name);
  item.id = `${target.id} ${name}`;
  item.description = answer?.failure;
  item.iconPath = new vscode.ThemeIcon(answer?.failure === undefined ? 'circle-outline' : 'warning');
  item.tooltip = [name, answer && (answer.failure ?? offersText(answer))].filter(Boolean).join('\n');
  item.contextValue = 'linecostInstance';
  item.accessibilityInformation = { label: [`${name}, instance of ${target.name}`, answer?.failure].filter(Boolean).join(', ') };
  return item;
}

function offersText({ profiles }: InstanceAnswer): string {
  return profiles.length > 0 ? `Offers ${profiles.join(', ')}` : 'Answers, but lists no profiles';
}
