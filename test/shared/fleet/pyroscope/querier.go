package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/google/pprof/profile"
	profilev1 "github.com/grafana/pyroscope/api/gen/proto/go/google/v1"
	querierv1 "github.com/grafana/pyroscope/api/gen/proto/go/querier/v1"
	"github.com/grafana/pyroscope/api/gen/proto/go/querier/v1/querierv1connect"
	typesv1 "github.com/grafana/pyroscope/api/gen/proto/go/types/v1"
	"google.golang.org/protobuf/proto"
)

type querier struct {
	querierv1connect.UnimplementedQuerierServiceHandler
	store     *store
	maxLength time.Duration
	lookback  time.Duration
	hasMerge  bool
}

// within returns the range that is answered: the server leaves out silently what is too old, and refuses a range that
// is too long.
func (q *querier) within(start, end int64) (from, to int64, isEmpty bool, err error) {
	if start == 0 || end == 0 {
		return 0, 0, false, invalid(errors.New("missing time range in the query"))
	}
	if start > end {
		return 0, 0, false, invalid(errors.New("query start time is after end time"))
	}
	if q.lookback > 0 {
		oldest := time.Now().Add(-q.lookback).UnixMilli()
		if end < oldest {
			return start, end, true, nil
		}
		start = max(start, oldest)
	}
	length := time.Duration(end-start) * time.Millisecond
	if q.maxLength > 0 && length > q.maxLength {
		const text = "the query time range exceeds the limit (max_query_length, actual: %s, limit: %s)"
		return 0, 0, false, invalid(fmt.Errorf(text, length, prometheusDuration(q.maxLength)))
	}
	return start, end, false, nil
}

func invalid(err error) error { return connect.NewError(connect.CodeInvalidArgument, err) }

// prometheusDuration writes 1d for 24 hours, as Prometheus' model does.
func prometheusDuration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}} {
		if d%unit.size == 0 {
			return fmt.Sprintf("%d%s", d/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%dms", d.Milliseconds())
}

// find returns what matches the selectors in a range.
func (q *querier) find(selectors []string, start, end int64) ([]*piece, error) {
	matchers, err := parseSelectors(selectors)
	if err != nil {
		return nil, invalid(err)
	}
	from, to, isEmpty, err := q.within(start, end)
	if err != nil || isEmpty {
		return nil, err
	}
	return q.store.find(matchers, from, to), nil
}

func (q *querier) findType(id, selector string, start, end int64) ([]*piece, error) {
	if strings.Count(id, ":") != 4 {
		return nil, invalid(fmt.Errorf("profile-type selection must be of the form <name>:<type>:<unit>:<period-type>:<period-unit>(:delta), got(%d): %q", strings.Count(id, ":")+1, id))
	}
	return q.find([]string{fmt.Sprintf("{%s=%q}", typeLabel, id), selector}, start, end)
}

func (q *querier) ProfileTypes(
	_ context.Context, r *connect.Request[querierv1.ProfileTypesRequest],
) (*connect.Response[querierv1.ProfileTypesResponse], error) {
	found, err := q.find(nil, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	answer := &querierv1.ProfileTypesResponse{}
	for _, id := range valuesOf(found, typeLabel) {
		parts := strings.Split(id, ":")
		answer.ProfileTypes = append(answer.ProfileTypes, &typesv1.ProfileType{
			ID: id, Name: parts[0], SampleType: parts[1], SampleUnit: parts[2], PeriodType: parts[3], PeriodUnit: parts[4],
		})
	}
	return connect.NewResponse(answer), nil
}

func (q *querier) LabelNames(
	_ context.Context, r *connect.Request[typesv1.LabelNamesRequest],
) (*connect.Response[typesv1.LabelNamesResponse], error) {
	found, err := q.find(r.Msg.Matchers, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	allowsAny := strings.Contains(r.Header().Get("Accept"), "allow-utf8-labelnames=true")
	set := map[string]bool{}
	for _, each := range found {
		for name := range each.labels {
			set[name] = allowsAny || !strings.ContainsAny(name, ".-/ ")
		}
	}
	return connect.NewResponse(&typesv1.LabelNamesResponse{Names: keysOf(set)}), nil
}

func (q *querier) LabelValues(
	_ context.Context, r *connect.Request[typesv1.LabelValuesRequest],
) (*connect.Response[typesv1.LabelValuesResponse], error) {
	found, err := q.find(r.Msg.Matchers, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&typesv1.LabelValuesResponse{Names: valuesOf(found, r.Msg.Name)}), nil
}

func (q *querier) Series(
	_ context.Context, r *connect.Request[querierv1.SeriesRequest],
) (*connect.Response[querierv1.SeriesResponse], error) {
	found, err := q.find(r.Msg.Matchers, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	answer := &querierv1.SeriesResponse{}
	seen := map[string]bool{}
	for _, each := range found {
		set := &typesv1.Labels{Labels: pairsOf(each.labels, r.Msg.LabelNames)}
		if key := set.String(); !seen[key] {
			seen[key] = true
			answer.LabelsSet = append(answer.LabelsSet, set)
		}
	}
	return connect.NewResponse(answer), nil
}

// SelectSeries sums up the steps that end at start, start + step …, as the real server does.
func (q *querier) SelectSeries(
	_ context.Context, r *connect.Request[querierv1.SelectSeriesRequest],
) (*connect.Response[querierv1.SelectSeriesResponse], error) {
	step := int64(r.Msg.Step * 1000)
	if step < 1 {
		return nil, invalid(errors.New("step must be >= 1ms"))
	}
	start, end, isEmpty, err := q.within(r.Msg.Start, r.Msg.End)
	if err != nil || isEmpty {
		return connect.NewResponse(&querierv1.SelectSeriesResponse{}), err
	}
	matchers, err := parseSelectors([]string{fmt.Sprintf("{%s=%q}", typeLabel, r.Msg.ProfileTypeID), r.Msg.LabelSelector})
	if err != nil {
		return nil, invalid(err)
	}
	series := map[string]*typesv1.Series{}
	sums := map[string]map[int64]float64{}
	for _, each := range q.store.find(matchers, start-step+1, end) {
		one := &typesv1.Series{Labels: pairsOf(each.labels, r.Msg.GroupBy)}
		if len(r.Msg.GroupBy) == 0 {
			one.Labels = nil
		}
		key := one.String()
		if series[key] == nil {
			series[key], sums[key] = one, map[int64]float64{}
		}
		at := start + max(0, (each.millis-start+step-1)/step)*step
		if at <= end {
			sums[key][at] += float64(each.total())
		}
	}
	answer := &querierv1.SelectSeriesResponse{}
	for key, one := range series {
		for at, value := range sums[key] {
			one.Points = append(one.Points, &typesv1.Point{Timestamp: at, Value: value})
		}
		sort.Slice(one.Points, func(i, j int) bool { return one.Points[i].Timestamp < one.Points[j].Timestamp })
		answer.Series = append(answer.Series, one)
	}
	return connect.NewResponse(answer), nil
}

func (q *querier) SelectMergeProfile(
	ctx context.Context, r *connect.Request[querierv1.SelectMergeProfileRequest],
) (*connect.Response[profilev1.Profile], error) {
	if !q.hasMerge {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("querier.v1.QuerierService.SelectMergeProfile is not implemented"))
	}
	merged, err := q.merged(r.Header().Get("X-Fault"), r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(merged), nil
}

func (q *querier) SelectMergeStacktraces(
	_ context.Context, r *connect.Request[querierv1.SelectMergeStacktracesRequest],
) (*connect.Response[querierv1.SelectMergeStacktracesResponse], error) {
	if r.Msg.Format != querierv1.ProfileFormat_PROFILE_FORMAT_PPROF {
		return nil, connect.NewError(connect.CodeUnimplemented, errors.New("only pprof"))
	}
	merged, err := q.merged(r.Header().Get("X-Fault"), r.Msg.ProfileTypeID, r.Msg.LabelSelector, r.Msg.Start, r.Msg.End)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&querierv1.SelectMergeStacktracesResponse{
		Pprof: &querierv1.PprofProfile{Profile: merged},
	}), nil
}

// merged has the metadata of the real server, which are not those of the profiles: the end of the range as its time, a
// guessed period, and no duration.
func (q *querier) merged(fault, id, selector string, start, end int64) (*profilev1.Profile, error) {
	if text, ok := strings.CutPrefix(fault, "start="); ok && text == fmt.Sprint(start) {
		return nil, connect.NewError(connect.CodeInternal, errors.New("a block is damaged"))
	}
	found, err := q.findType(id, selector, start, end)
	if err != nil || len(found) == 0 || fault == "empty" {
		return &profilev1.Profile{}, err
	}
	profiles := make([]*profile.Profile, len(found))
	for i, each := range found {
		profiles[i] = each.profile
	}
	sum, err := profile.Merge(profiles)
	if err != nil {
		return nil, connect.NewError(connect.CodeInternal, err)
	}
	sum.TimeNanos, sum.DurationNanos, sum.Comments, sum.DropFrames, sum.KeepFrames = end*1e6, 0, nil, "", ""
	switch strings.Split(id, ":")[0] {
	case "process_cpu":
		sum.Period = 1_000_000_000
	case "memory":
		sum.Period = 512 * 1024
	default:
		sum.Period = 1
	}
	if fault == "othertype" {
		sum.SampleType[0] = &profile.ValueType{Type: "alloc_space", Unit: "bytes"}
	}
	var raw strings.Builder
	if err := sum.WriteUncompressed(&raw); err != nil {
		return nil, err
	}
	answer := &profilev1.Profile{}
	if err := proto.Unmarshal([]byte(raw.String()), answer); err != nil {
		return nil, err
	}
	return answer, nil
}

func valuesOf(found []*piece, name string) []string {
	set := map[string]bool{}
	for _, each := range found {
		if value, ok := each.labels[name]; ok {
			set[value] = true
		}
	}
	return keysOf(set)
}

func keysOf(set map[string]bool) (keys []string) {
	for key, isIn := range set {
		if isIn {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return keys
}

func pairsOf(labels map[string]string, names []string) (pairs []*typesv1.LabelPair) {
	for name, value := range labels {
		isIn := len(names) == 0
		for _, each := range names {
			isIn = isIn || each == name
		}
		if isIn {
			pairs = append(pairs, &typesv1.LabelPair{Name: name, Value: value})
		}
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].Name < pairs[j].Name })
	return pairs
}
