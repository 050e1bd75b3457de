package main

import (
	"sort"
	"strings"
	"sync"

	"github.com/google/pprof/profile"
)

const (
	typeLabel    = "__profile_type__"
	nameLabel    = "__name__"
	serviceLabel = "service_name"
)

// A piece is one sample type of a pushed profile, of samples with the same labels.
type piece struct {
	labels  map[string]string
	profile *profile.Profile
	millis  int64
}

// The sum of its values.
func (p *piece) total() int64 {
	var sum int64
	for _, sample := range p.profile.Sample {
		sum += sample.Value[0]
	}
	return sum
}

type store struct {
	lock   sync.RWMutex
	pieces []*piece
}

// add splits a profile as Pyroscope does: by sample type, and by the labels of its samples, which become those of
// series.
func (s *store) add(pushed *profile.Profile, labels map[string]string) {
	var added []*piece
	for i, sampleType := range pushed.SampleType {
		name := labels[nameLabel]
		if name == "" {
			name = profileName(sampleType.Type)
		}
		period := &profile.ValueType{}
		if pushed.PeriodType != nil {
			period = pushed.PeriodType
		}
		id := strings.Join([]string{name, sampleType.Type, sampleType.Unit, period.Type, period.Unit}, ":")
		for key, samples := range byLabels(pushed.Sample) {
			own := map[string]string{nameLabel: name, typeLabel: id}
			for k, v := range labels {
				own[k] = v
			}
			for _, pair := range key.pairs() {
				own[pair[0]] = pair[1]
			}
			one := withValue(pushed, samples, i)
			if len(one.Sample) > 0 {
				added = append(added, &piece{labels: own, profile: one, millis: pushed.TimeNanos / 1e6})
			}
		}
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.pieces = append(s.pieces, added...)
}

// A labelKey has the labels of a sample, sorted: "k\x00v\x01k\x00v".
type labelKey string

func (k labelKey) pairs() (pairs [][2]string) {
	if k == "" {
		return nil
	}
	for _, pair := range strings.Split(string(k), "\x01") {
		name, value, _ := strings.Cut(pair, "\x00")
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs
}

func byLabels(samples []*profile.Sample) map[labelKey][]*profile.Sample {
	groups := map[labelKey][]*profile.Sample{}
	for _, sample := range samples {
		var pairs []string
		for name, values := range sample.Label {
			pairs = append(pairs, name+"\x00"+values[0])
		}
		sort.Strings(pairs)
		key := labelKey(strings.Join(pairs, "\x01"))
		groups[key] = append(groups[key], sample)
	}
	return groups
}

// withValue is a profile of one sample type, without labels and without samples that cost nothing.
func withValue(of *profile.Profile, samples []*profile.Sample, index int) *profile.Profile {
	one := &profile.Profile{
		SampleType: []*profile.ValueType{of.SampleType[index]},
		PeriodType: of.PeriodType, Period: of.Period, TimeNanos: of.TimeNanos,
		Mapping: of.Mapping, Location: of.Location, Function: of.Function,
	}
	for _, sample := range samples {
		if value := sample.Value[index]; value != 0 {
			one.Sample = append(one.Sample, &profile.Sample{Location: sample.Location, Value: []int64{value}})
		}
	}
	return one
}

func profileName(sampleType string) string {
	switch {
	case sampleType == "cpu" || sampleType == "samples":
		return "process_cpu"
	case strings.HasPrefix(sampleType, "alloc_") || strings.HasPrefix(sampleType, "inuse_"):
		return "memory"
	case strings.HasPrefix(sampleType, "goroutine"):
		return "goroutine"
	case sampleType == "contentions" || sampleType == "delay":
		return "mutex"
	}
	return sampleType
}

// find returns the pieces that match, from inclusive to end inclusive, as the real server's store does.
func (s *store) find(matchers []matcher, from, end int64) (found []*piece) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	for _, each := range s.pieces {
		if each.millis >= from && each.millis <= end && matchesAll(matchers, each.labels) {
			found = append(found, each)
		}
	}
	return found
}
